package com.throttlex.proxy.cost;

import java.util.List;
import java.util.Random;

/** Random JSON texts with few different names, so that paths often exist, also twice. */
final class RandomJson {
  private static final List<String> NAMES = List.of("a", "b", "ab", "ü", "a\"", "😀", "");
  private static final List<String> ESCAPED =
      List.of("\\u0061", "\\u0062", "a\\u0062", "\\u00fc", "a\\\"", "\\ud83d\\ude00", "");

  private final Random random;

  RandomJson(Random random) {
    this.random = random;
  }

  List<String> path() {
    int length = 1 + random.nextInt(2) + random.nextInt(2);
    return random.ints(length, 0, 3).mapToObj(NAMES::get).toList();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    object(text, 0);
    return text.toString();
  }

  private void value(StringBuilder text, int depth) {
    switch (random.nextInt(depth > 4 ? 4 : 8)) {
      case 0 -> text.append(random.nextInt(2_000) - 300);
      case 1 -> text.append('"').append(name()).append('"');
      case 2 -> text.append(List.of("true", "false", "null").get(random.nextInt(3)));
      case 3 -> text.append(random.nextInt(100)).append('.').append(5);
      case 4 -> array(text, depth);
      default -> object(text, depth);
    }
  }

  private void object(StringBuilder text, int depth) {
    text.append('{');
    int size = random.nextInt(depth < 2 ? 7 : 4);
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ",").append(blank());
      text.append('"').append(name()).append('"').append(blank()).append(':').append(blank());
      value(text, depth + 1);
      text.append(blank());
    }
    text.append('}');
  }

  private void array(StringBuilder text, int depth) {
    text.append('[');
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ");
      value(text, depth + 1);
    }
    text.append(']');
  }

  private String name() {
    int i = random.nextInt(random.nextBoolean() ? 3 : NAMES.size());
    boolean plain = random.nextInt(4) > 0 && !NAMES.get(i).contains("\"");
    return plain ? NAMES.get(i) : ESCAPED.get(i);
  }

  private String blank() {
    return List.of("", "", " ", "\n\t").get(random.nextInt(4));
  }
}
