package com.throttlex.spring.store;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of places that a module of ThrottleX is needed for, those to be preferred first. */
enum StoreKind {
  REDIS("redis", "throttlex-redis", "one LettuceConnectionFactory, or one that is primary"),
  JDBC("jdbc", "throttlex-jdbc", "one DataSource, or one that is primary");

  private final String word;
  private final String module;
  private final String bean;

  StoreKind(String word, String module, String bean) {
    this.word = word;
    this.module = module;
    this.bean = bean;
  }

  /** The kind that a word or a URL asks for. */
  static Optional<StoreKind> of(String setting) {
    return Arrays.stream(values())
        .filter(kind -> setting.equals(kind.word) || setting.matches(kind.word + "[a-z+-]*:.*"))
        .findFirst();
  }

  /** Asks for the place that the application uses anyway. */
  String word() {
    return word;
  }

  /** What the application has to depend on. */
  String module() {
    return "com.throttlex:" + module;
  }

  /** What an application has that uses such a place anyway. */
  String bean() {
    return bean;
  }
}
