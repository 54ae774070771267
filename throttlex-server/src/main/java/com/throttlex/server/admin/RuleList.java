package com.throttlex.server.admin;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.rules.ManagedRule;
import com.throttlex.server.rules.RuleListing;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The list of rules: all of them, or with parameters a page of those that a search finds.
 *
 * <p>The list of all is rendered once for each book. Pages are in the order of ids, so a cursor,
 * the last id of a page, stays valid when rules come and go.
 */
final class RuleList {
  private static final int MOST = 1000;
  private static final int USUAL = 100;

  private volatile @Nullable Rendered last;

  private @Nullable Written written;

  private record Rendered(RuleListing listing, String text) {}

  private record Written(RuleBook book, String text) {}

  AdminAnswer answer(AdminCall call, RuleListing listing) {
    QueryText query = call.query("limit", "cursor", "q", "mode", "algorithm");
    if (EntityTags.known(call, listing.etag())) {
      return AdminAnswer.empty(304).with("ETag", listing.etag());
    }
    AdminAnswer answer =
        query.isEmpty()
            ? AdminAnswer.text(AdminAnswer.JSON, all(listing))
            : AdminAnswer.ok(page(query, listing));
    return answer.with("ETag", listing.etag());
  }

  /** Returns the book as a rule file; written once for each book, and by one caller. */
  AdminAnswer yaml(AdminCall call, RuleBook book) {
    if (!call.query("limit", "cursor", "q", "mode", "algorithm").isEmpty()) {
      throw QueryText.wrong("query", "not empty", "none, because YAML has all rules");
    }
    return AdminAnswer.text(YamlType.NAME, text(book));
  }

  @SuppressWarnings("ReferenceEquality") // comparing two books would cost more than writing one
  private synchronized String text(RuleBook book) {
    Written last = written;
    if (last == null || last.book != book) {
      last = new Written(book, RuleFile.write(book));
      written = last;
    }
    return last.text;
  }

  private String all(RuleListing listing) {
    Rendered rendered = last;
    if (rendered == null || rendered.listing != listing) {
      rendered = new Rendered(listing, json(listing.rules(), listing).encode());
      last = rendered;
    }
    return rendered.text;
  }

  private static JsonObject json(List<ManagedRule> rules, RuleListing listing) {
    JsonArray all = new JsonArray();
    rules.forEach(rule -> all.add(RuleJson.of(rule)));
    return new JsonObject().put("rules", all).mergeIn(RuleJson.of(listing.preamble()));
  }

  private static JsonObject page(QueryText query, RuleListing listing) {
    int limit = (int) query.number("limit", 1, MOST, USUAL);
    String cursor = query.text("cursor");
    List<ManagedRule> found = found(query, listing);
    List<ManagedRule> rest =
        found.stream()
            .filter(rule -> cursor == null || rule.rule().id().compareTo(cursor) > 0)
            .toList();
    List<ManagedRule> page = rest.subList(0, Math.min(limit, rest.size()));
    return json(page, listing)
        .put("total", found.size())
        .put("next", rest.size() > limit ? page.get(limit - 1).rule().id() : null);
  }

  private static List<ManagedRule> found(QueryText query, RuleListing listing) {
    Mode mode = query.choice("mode", Mode.values());
    Algorithm algorithm = query.choice("algorithm", Algorithm.values());
    String q = query.text("q");
    String sought = q == null ? "" : q.toLowerCase(Locale.ROOT);
    return listing.rules().stream()
        .filter(rule -> mode == null || rule.rule().mode() == mode)
        .filter(rule -> algorithm == null || rule.rule().algorithm() == algorithm)
        .filter(rule -> texts(rule).anyMatch(t -> t.toLowerCase(Locale.ROOT).contains(sought)))
        .sorted(Comparator.comparing(rule -> rule.rule().id()))
        .toList();
  }

  /** Returns the texts that a search looks at: id, name, endpoint and services. */
  private static Stream<String> texts(ManagedRule rule) {
    Match match = rule.rule().match();
    EndpointPattern endpoint = match.endpoint();
    Stream<String> fixed =
        Stream.of(
            rule.rule().id(), rule.rule().name(), endpoint == null ? "" : endpoint.toString());
    return Stream.concat(fixed, match.services().stream());
  }
}
