package com.throttlex.server.compat;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.key.KeyText;
import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.SubjectNames;
import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.compat.PolicyKey.Part;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a policy's key, under the policy and under every other rule.
 *
 * <p>A rule counts a key if the parts of the rule's key are exactly those of the given key. A bare
 * name is looked up as a user, as an API key and, if it is one, as an address. A rule that counts
 * by the subject counts the key if the key means one of its subjects.
 */
final class KeyUsage {
  /** The most rules whose counters one answer looks at. */
  private static final int MOST = 100;

  private static final Map<Part, KeyPart> KEY_PARTS =
      new EnumMap<>(
          Map.of(
              Part.USER, KeyPart.of(KeyPart.Kind.USER),
              Part.IP, KeyPart.of(KeyPart.Kind.IP),
              Part.APIKEY, KeyPart.of(KeyPart.Kind.API_KEY),
              Part.ROUTE, KeyPart.of(KeyPart.Kind.ENDPOINT)));
  private static final Map<Part, String> FIELDS =
      new EnumMap<>(
          Map.of(Part.USER, "user", Part.IP, "ip", Part.APIKEY, "apiKey", Part.ROUTE, "endpoint"));

  private final AdminServices parts;
  private final ThrottleX throttlex;

  KeyUsage(AdminServices parts) {
    this.parts = parts;
    throttlex = parts.throttlex();
  }

  /**
   * Returns the limit of the key with the smallest part remaining: of its counters in use, or else
   * as the next request would find it; null if no limit applies to such a request.
   */
  @Nullable LimitStatus tightest(PolicyKey key) {
    LimitStatus used = tightest(counters(key).stream().limit(MOST).map(throttlex::inspect));
    return used != null
        ? used
        : tightest(requests(key).stream().map(throttlex::check).map(KeyUsage::reported));
  }

  private static List<LimitStatus> reported(Decision peek) {
    return peek.limits().isEmpty() ? List.of() : List.of(peek.limits().get(peek.reported()));
  }

  /** Returns the limit with the smallest part remaining; null if no counter is in use. */
  static @Nullable LimitStatus tightest(Stream<List<LimitStatus>> statuses) {
    return statuses
        .flatMap(List::stream)
        .min(Comparator.comparingDouble(s -> (double) s.remaining() / s.capacity()))
        .orElse(null);
  }

  /** Returns the printed keys of the key's counters, whether they are in use or not. */
  Set<String> counters(PolicyKey key) {
    RuleBook book = throttlex.rules();
    Set<String> counters = new LinkedHashSet<>();
    Set<String> subjects = subjects(key);
    CompiledRule own = book.rule(PolicyId.of(key.text()));
    if (own != null && Policy.of(own.rule()) != null) {
      counters.addAll(Policies.counters(own));
    }
    for (CompiledRule rule : book.all()) {
      if (Policies.countsBySubject(rule)) {
        Set<String> meant = rule.rule().match().subjects().values();
        meant.retainAll(subjects);
        counters.addAll(Policies.counters(rule, meant));
      }
      for (Map<Part, String> reading : readings(key)) {
        List<KeyPart> wanted = reading.keySet().stream().map(KEY_PARTS::get).toList();
        if (Set.copyOf(rule.parts()).equals(Set.copyOf(wanted)) && fits(rule, reading)) {
          add(rule, reading, counters);
        }
      }
    }
    return counters;
  }

  /** Returns the values of the key part {@code subject} that the key may mean. */
  private static Set<String> subjects(PolicyKey key) {
    String name = key.bare();
    if (name != null) {
      return SubjectNames.of(Set.of(name)).values();
    }
    Set<String> subjects = new LinkedHashSet<>();
    if (key.parts().size() == 1) {
      key.parts().forEach((part, value) -> subjects.add(KEY_PARTS.get(part) + ":" + value));
    }
    return subjects;
  }

  /** Returns whether the rule can match this user. */
  private static boolean fits(CompiledRule rule, Map<Part, String> reading) {
    Match match = rule.rule().match();
    String user = reading.get(Part.USER);
    return user == null || match.users().isEmpty() || match.users().contains(user);
  }

  private void add(CompiledRule rule, Map<Part, String> reading, Set<String> to) {
    StringBuilder text = new StringBuilder(rule.rule().id());
    RequestContext request = request(reading);
    for (KeyPart part : rule.parts()) {
      text.append('|').append(part);
      String value = part.kind() == KeyPart.Kind.API_KEY ? digest(reading) : part.value(request);
      text.append('=').append(KeyText.escape(String.valueOf(value)));
    }
    to.add(text.toString());
  }

  private static @Nullable String digest(Map<Part, String> reading) {
    String apiKey = reading.get(Part.APIKEY);
    return apiKey == null ? null : SecretValue.masked(apiKey);
  }

  /** Returns the parts that the key may consist of. */
  private static List<Map<Part, String>> readings(PolicyKey key) {
    String name = key.bare();
    if (name == null) {
      return List.of(key.parts());
    }
    List<Map<Part, String>> readings = new ArrayList<>();
    readings.add(Map.of(Part.USER, name));
    readings.add(Map.of(Part.APIKEY, name));
    if (key.isAddress()) {
      readings.add(Map.of(Part.IP, name));
    }
    return readings;
  }

  /** Returns requests with the key that consume nothing. */
  private List<RequestContext> requests(PolicyKey key) {
    List<Map<Part, String>> readings = readings(key);
    return (key.isAddress() ? readings.subList(2, 3) : readings)
        .stream().map(this::request).toList();
  }

  private RequestContext request(Map<Part, String> reading) {
    JsonObject body = new JsonObject().put("cost", 0);
    reading.forEach((part, value) -> body.put(FIELDS.get(part), value));
    return parts.checks().apply(body.encode(), Map.of());
  }
}
