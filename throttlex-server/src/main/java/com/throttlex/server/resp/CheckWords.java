package com.throttlex.server.resp;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.ShownText;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Reads the keywords of {@code TX.CHECK}; ATTR may be there several times, the others once. */
final class CheckWords {
  private enum Keyword {
    USER(1),
    IP(1),
    APIKEY(1),
    ENDPOINT(1),
    METHOD(1),
    SERVICE(1),
    TIER(1),
    PRIORITY(1),
    COST(1),
    ATTR(2),
    IDEMPOTENCY(1),
    RESERVE(0);

    private static final Keyword[] ALL = values();

    private final int words;

    Keyword(int words) {
      this.words = words;
    }
  }

  private final Arguments arguments;
  private final RequestContextBuilder request;
  private final Set<String> attributes = new HashSet<>(0);
  private final Set<Keyword> seen = EnumSet.noneOf(Keyword.class);

  CheckWords(Arguments arguments, int ipv6Prefix) {
    this.arguments = arguments;
    request = RequestContext.builder().ipv6Prefix(ipv6Prefix);
  }

  /**
   * The request that the words describe.
   *
   * @throws IllegalArgumentException when they do not describe one
   */
  RequestContext request() {
    int at = 1;
    while (at < arguments.count()) {
      Keyword keyword = keyword(at);
      if (at + keyword.words >= arguments.count()) {
        throw new IllegalArgumentException(
            keyword + ": nothing (expected: " + expected(keyword) + " after it)");
      }
      take(keyword, at);
      at += 1 + keyword.words;
    }
    return request.build();
  }

  private static String expected(Keyword keyword) {
    return keyword == Keyword.ATTR ? "a name and a value" : "a value";
  }

  private Keyword keyword(int at) {
    for (Keyword keyword : Keyword.ALL) {
      if (arguments.is(at, keyword.name())) {
        once(keyword);
        return keyword;
      }
    }
    throw new IllegalArgumentException(
        "keyword: \"" + arguments.shown(at) + "\" (expected: one of " + names() + ")");
  }

  private void once(Keyword keyword) {
    if (!seen.add(keyword) && keyword != Keyword.ATTR) {
      throw new IllegalArgumentException(keyword + ": twice (expected: once)");
    }
  }

  private static String names() {
    StringBuilder names = new StringBuilder();
    for (Keyword keyword : Keyword.ALL) {
      names.append(names.isEmpty() ? "" : " ").append(keyword);
    }
    return names.toString();
  }

  private void take(Keyword keyword, int at) {
    switch (keyword) {
      case USER -> request.user(arguments.text(at + 1));
      case IP -> request.ip(arguments.text(at + 1));
      case APIKEY -> request.apiKey(arguments.text(at + 1));
      case ENDPOINT -> request.endpoint(arguments.text(at + 1));
      case METHOD -> request.method(arguments.text(at + 1));
      case SERVICE -> request.service(arguments.text(at + 1));
      case TIER -> request.tier(arguments.text(at + 1));
      case PRIORITY -> request.priority(Priority.parse(arguments.text(at + 1)));
      case COST -> request.cost(arguments.number(at + 1, "COST", 0, RequestContext.MAX_COST));
      case ATTR -> attribute(arguments.text(at + 1), arguments.text(at + 2));
      case IDEMPOTENCY -> request.idempotencyKey(arguments.text(at + 1));
      case RESERVE -> request.reserve(true);
    }
  }

  private void attribute(String name, String value) {
    if (!attributes.add(name)) {
      throw new IllegalArgumentException(
          "ATTR " + ShownText.quoted(name) + ": twice (expected: once)");
    }
    request.attribute(name, value);
  }
}
