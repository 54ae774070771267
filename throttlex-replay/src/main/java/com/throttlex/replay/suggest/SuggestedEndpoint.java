package com.throttlex.replay.suggest;

import java.util.Set;

/**
 * Requests that get limits of their own.
 *
 * @param pattern the pattern of their paths
 * @param methods their methods; empty for all
 * @param requests the number of requests in the log
 */
record SuggestedEndpoint(String pattern, Set<String> methods, long requests) {
  /** Stands for all requests. */
  static final String ALL = "";

  boolean isAll() {
    return pattern.equals(ALL);
  }

  /** Returns a text for the id of a rule. */
  String idText() {
    if (isAll()) {
      return "all";
    }
    StringBuilder text = new StringBuilder();
    for (String segment : pattern.substring(1).split("/", 0)) {
      String plain = segment.equals("**") ? "below" : segment.replaceAll("[{}*~]", "");
      if (!plain.isEmpty()) {
        text.append(text.length() == 0 ? "" : "-").append(plain);
      }
    }
    String name = text.toString().replaceFirst("^[^a-z0-9]+", "");
    name = name.isEmpty() ? "root" : name;
    String kind = methods.isEmpty() ? "" : methods.contains("GET") ? "-read" : "-write";
    return (name.length() > 90 ? name.substring(0, 90) : name) + kind;
  }
}
