package com.throttlex.server.resp;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the keywords of {@code TX.CHECK}; ATTR may occur several times, the others once. */
final class CheckWords {
  private static final Keyword[] KEYWORDS = keywords();

  /**
   * A keyword, its field, and how many words follow it.
   *
   * @param bit says in a set of bits that the keyword was there
   */
  private record Keyword(String name, RequestField field, int words, int bit) {
    boolean repeats() {
      return words == 2;
    }
  }

  private final Arguments arguments;
  private final RequestContextBuilder request;

  /** The bits of the keywords that were there. */
  private int seen;

  /** For each name of an entry, the bits of its keywords. */
  private @Nullable Map<String, Integer> entries;

  CheckWords(Arguments arguments, int ipv6Prefix) {
    this.arguments = arguments;
    request = RequestContext.builder().ipv6Prefix(ipv6Prefix);
  }

  private static Keyword[] keywords() {
    List<Keyword> keywords = new ArrayList<>();
    for (RequestField field : RequestField.ALL) {
      String name = field.keyword();
      if (name != null) {
        int words =
            switch (field.kind()) {
              case TEXT, NUMBER -> 1;
              case FLAG -> 0;
              case MAP -> 2;
            };
        keywords.add(new Keyword(name, field, words, 1 << keywords.size()));
      }
    }
    return keywords.toArray(new Keyword[0]);
  }

  /** Returns the keywords and their values, for the help of the command. */
  static String syntax() {
    return List.of(KEYWORDS).stream()
        .map(keyword -> (keyword.name + " " + keyword.field.label().replace('=', ' ')).strip())
        .collect(Collectors.joining("] [", "[", "]"));
  }

  /**
   * Returns the request that the words describe.
   *
   * @throws IllegalArgumentException when they do not describe one
   */
  RequestContext request() {
    int at = 1;
    while (at < arguments.count()) {
      Keyword keyword = keyword(at);
      if (at + keyword.words >= arguments.count()) {
        String expected = keyword.repeats() ? "a name and a value" : "a value";
        throw new IllegalArgumentException(
            keyword.name + ": nothing (expected: " + expected + " after it)");
      }
      take(keyword, at);
      at += 1 + keyword.words;
    }
    return request.build();
  }

  private Keyword keyword(int at) {
    for (Keyword keyword : KEYWORDS) {
      if (arguments.is(at, keyword.name)) {
        once(keyword);
        return keyword;
      }
    }
    String names = List.of(KEYWORDS).stream().map(Keyword::name).collect(Collectors.joining(" "));
    throw new IllegalArgumentException(
        "keyword: \"" + arguments.shown(at) + "\" (expected: one of " + names + ")");
  }

  private void once(Keyword keyword) {
    if ((seen & keyword.bit) != 0 && !keyword.repeats()) {
      throw new IllegalArgumentException(keyword.name + ": twice (expected: once)");
    }
    seen |= keyword.bit;
  }

  private void take(Keyword keyword, int at) {
    RequestField field = keyword.field;
    switch (field.kind()) {
      case TEXT -> field.set(request, arguments.text(at + 1));
      case NUMBER -> field.set(request, arguments.number(at + 1, keyword.name, 0, field.maximum()));
      case FLAG -> field.set(request, true);
      case MAP -> entry(keyword, arguments.text(at + 1), arguments.text(at + 2));
    }
  }

  private void entry(Keyword keyword, String name, String value) {
    if (entries == null) {
      entries = new HashMap<>(2);
    }
    int before = entries.getOrDefault(name, 0);
    if ((before & keyword.bit) != 0) {
      throw new IllegalArgumentException(
          keyword.name + " " + ShownText.quoted(name) + ": twice (expected: once)");
    }
    entries.put(name, before | keyword.bit);
    keyword.field.put(request, name, value);
  }
}
