package com.throttlex.rules;

import com.throttlex.key.SecretValue;
import com.throttlex.request.Addresses;
import com.throttlex.request.Priority;
import com.throttlex.request.ShownText;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Match;
import com.throttlex.rule.SubjectNames;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code match} of a rule. */
final class MatchReader {
  private static final Pattern METHOD = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
  private static final String METHOD_EXPECTED = "a method such as GET";
  private static final String ATTRIBUTES_EXPECTED = "a map of at least one attribute and its value";

  private final Section section;

  private MatchReader(Section section) {
    this.section = section;
  }

  static Match read(Value value) {
    Section section = value.section(FieldNames.MATCH);
    return section == null ? Match.ALL : new MatchReader(section).match();
  }

  private Match match() {
    return new Match(
        endpoint(),
        some("methods", MatchReader::method, METHOD_EXPECTED),
        some("services", service -> service.text("the name of a service"), "at least one service"),
        attributes(),
        some("tiers", tier -> tier.name("the name of a tier"), "at least one tier"),
        some("priorities", MatchReader::priority, "at least one priority"),
        some("users", user -> user.text("the name of a user"), "at least one user"),
        some("ips", MatchReader::address, "at least one address"),
        apiKeys(),
        SubjectNames.of(
            some("subjects", of -> of.text("a user, an address or an API key"), "at least one")));
  }

  private @Nullable EndpointPattern endpoint() {
    Value value = section.find("endpoint");
    return value == null
        ? null
        : value.parsed(EndpointPattern::parse, "a path such as /api/v1/orders/**");
  }

  private <T> Set<T> some(String name, Function<Value, @Nullable T> reader, String expected) {
    Value value = section.find(name);
    return value == null ? Set.of() : value.someDistinct(reader, expected);
  }

  /** Returns a method in upper case, as in requests. */
  private static @Nullable String method(Value value) {
    String text = value.text(METHOD_EXPECTED);
    if (text != null && !METHOD.matcher(text).matches()) {
      value.wrong(METHOD_EXPECTED);
      return null;
    }
    return text == null ? null : text.toUpperCase(Locale.ROOT);
  }

  /** Returns an address in its canonical form, as in requests. */
  private static @Nullable String address(Value value) {
    return value.parsed(
        text -> Addresses.canonical(text, Addresses.ALL_BITS), "an IPv4 or IPv6 address");
  }

  /** Reads API keys, given in clear or as digests; returns digests. */
  private Set<String> apiKeys() {
    Value value = section.find("api-keys");
    return value == null
        ? Set.of()
        : value
            .hidden()
            .someDistinct(
                key -> key.parsed(SecretValue::masked, "an API key"), "at least one API key");
  }

  private static @Nullable Priority priority(Value value) {
    return value.parsed(Priority::parse, "one of " + String.join(", ", FieldNames.SHARES));
  }

  private Map<String, String> attributes() {
    Value value = section.find("attributes");
    Section attributes = value == null ? null : value.section(ATTRIBUTES_EXPECTED);
    if (value == null || attributes == null) {
      return Map.of();
    } else if (attributes.names().isEmpty()) {
      value.wrong(ATTRIBUTES_EXPECTED);
    }
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String name : attributes.names()) {
      String text = attribute(attributes.find(name), name);
      if (text != null) {
        wanted.put(name, text);
      }
    }
    return wanted;
  }

  private static @Nullable String attribute(@Nullable Value value, String name) {
    if (value != null && !Value.isName(name)) {
      value.wrong(ShownText.quoted(name) + " as a key", Value.NAME_EXPECTED);
    }
    return value == null ? null : value.text("the value of an attribute");
  }
}
