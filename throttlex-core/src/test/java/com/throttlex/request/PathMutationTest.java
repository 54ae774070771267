package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that no spelling of a path gives it a second counter. */
class PathMutationTest {
  private static final long SEED = 20_261_115;
  private static final List<String> BASES =
      List.of(
          "/",
          "/login",
          "/api/v1/orders",
          "/api/v1/orders/42/items",
          "/a.b/c-d_e~f",
          "/caf%c3%a9/x%20y",
          "/a%3bb/c%25d");

  private static final Pattern NORMAL =
      Pattern.compile("/|(/(?!\\.{1,2}(/|$))([!-~&&[^A-Z/%;?#\\\\]]|%(2[035]|3[bf]|[89a-f].))+)+");

  private static final String[] PIECES = {
    "/", "//", ".", "..", "%2e", "%2E", "%2f", "%5c", "\\", ";", ";x=1", "?", "#", "%", "%25", "%2",
    "2", "5", "4", "a", "B", "%41", "%C3%A9", "%c3", "%a9", "%c0%ae", "é", "😀", "\ud83d", "\ude00",
    " ", "%20", "%3b", "%00", "\n", "\u0085", "|", "~", "g"
  };

  @Test
  void normalize_ofMutationsOfAPath_isTheSamePathOrRefused() {
    Random random = new Random(SEED);
    int accepted = 0;
    for (int i = 0; i < 50_000; i++) {
      String base = BASES.get(random.nextInt(BASES.size()));
      String mutant = base;
      for (int n = 1 + random.nextInt(5); n > 0; n--) {
        mutant = mutate(mutant, random);
      }
      String normal = normalOrNull(mutant);
      accepted += normal == null ? 0 : 1;
      assertThat(normal).as("%s from %s", mutant, base).isIn(base, null);
    }
    assertThat(accepted).isBetween(15_000, 45_000);
  }

  @Test
  void normalize_ofItsOwnResult_isThatResult() {
    Random random = new Random(SEED);
    int accepted = 0;
    for (int i = 0; i < 50_000; i++) {
      String text = randomText(random);
      String normal = normalOrNull(text);
      if (normal != null) {
        accepted++;
        assertThat(Paths.normalize(normal)).as(text).isSameAs(normal);
        assertThat(normal).as(text).matches(NORMAL);
      }
    }
    assertThat(accepted).isGreaterThan(5_000);
  }

  @Test
  void normalize_byScanAlone_agreesWithTheFullRewrite() {
    Random random = new Random(SEED + 1);
    int same = 0;
    for (int i = 0; i < 50_000; i++) {
      String text = "/" + randomText(random).toLowerCase(Locale.ROOT);
      String rewritten = rewrittenOrNull(text);
      assertThat(normalOrNull(text)).isEqualTo(rewritten);
      if (text.equals(rewritten)) {
        same++;
        assertThat(Paths.normalize(text)).isSameAs(text);
      }
    }
    assertThat(same).isGreaterThan(5_000);
  }

  private static String mutate(String path, Random random) {
    String head = path.replaceFirst("[?#].*", "");
    String tail = path.substring(head.length());
    int slash = slashFrom(head, random.nextInt(head.length()));
    return switch (random.nextInt(10)) {
      case 0 -> insert(head, slash, "/") + tail;
      case 1 -> insert(head, slash, random.nextBoolean() ? "/." : "/%2e") + tail;
      case 2 -> insert(head, slash, random.nextBoolean() ? "/x/%2E%2e" : "/x/.%2e;y") + tail;
      case 3 -> insert(head, slash, ";x=1") + tail;
      case 4 -> flipCase(head, random) + tail;
      case 5 -> head + "/" + tail;
      case 6 -> head + "#f" + tail;
      case 7 -> head + "?q=/../%2f" + tail;
      case 8 ->
          insert(head, slash, "\\").replace("\\/", random.nextBoolean() ? "%2f" : "\\") + tail;
      default -> encode(head, random.nextInt(head.length())) + tail;
    };
  }

  private static int slashFrom(String head, int from) {
    int slash = head.indexOf('/', from);
    return slash < 0 ? head.length() : slash;
  }

  private static String insert(String text, int at, String piece) {
    return text.substring(0, at) + piece + text.substring(at);
  }

  private static String flipCase(String text, Random random) {
    StringBuilder out = new StringBuilder();
    text.chars()
        .map(c -> random.nextBoolean() ? Character.toUpperCase(c) : Character.toLowerCase(c))
        .forEach(c -> out.append((char) c));
    return out.toString();
  }

  // An encoded semicolon is part of a name, so that would be another path.
  private static String encode(String text, int at) {
    if (text.charAt(at) == ';') {
      return text;
    }
    return text.substring(0, at)
        + String.format("%%%02x", (int) text.charAt(at))
        + text.substring(at + 1);
  }

  private static String randomText(Random random) {
    StringBuilder out = new StringBuilder();
    for (int n = random.nextInt(9); n > 0; n--) {
      out.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return out.toString();
  }

  private static String normalOrNull(String path) {
    try {
      return Paths.normalize(path);
    } catch (InvalidRequestException e) {
      return null;
    }
  }

  private static String rewrittenOrNull(String path) {
    try {
      return new PathNormalizer(path).normalize();
    } catch (InvalidRequestException e) {
      return null;
    }
  }
}
