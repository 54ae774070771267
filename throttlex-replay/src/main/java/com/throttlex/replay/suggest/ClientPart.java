package com.throttlex.replay.suggest;

import com.throttlex.request.RequestContext;
import com.throttlex.rule.KeyPart;
import org.jspecify.annotations.Nullable;

/** A part of a request that can identify its client. */
enum ClientPart {
  USER("user", "user", "users"),
  API_KEY("api-key", "API key", "API keys"),
  IP("ip", "address", "addresses");

  private final String text;
  private final String noun;
  private final String nouns;

  ClientPart(String text, String noun, String nouns) {
    this.text = text;
    this.noun = noun;
    this.nouns = nouns;
  }

  /** Returns the name of the part in rule files. */
  String text() {
    return text;
  }

  /** Returns the word for that many clients. */
  String noun(long count) {
    return count == 1 ? noun : nouns;
  }

  /** Returns the part of a key. */
  KeyPart keyPart() {
    return KeyPart.parse(text);
  }

  /** Returns the value of a request, or null. */
  @Nullable String value(RequestContext request) {
    return switch (this) {
      case USER -> request.user();
      case API_KEY -> request.apiKey();
      case IP -> request.ip();
    };
  }

  /**
   * Returns a hash of the value of a request; 0 if it has none. It is the same in every process, so
   * the same log always gives the same suggestion.
   */
  long hash(RequestContext request) {
    String value = value(request);
    if (value == null) {
      return 0;
    }
    long hash = 0xcbf29ce484222325L ^ text.hashCode();
    for (int i = 0; i < value.length(); i++) {
      hash = (hash ^ value.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
    hash = (hash ^ (hash >>> 29)) * 0xbf58476d1ce4e5b9L;
    return (hash ^ (hash >>> 32)) | 2; // never 0; the lowest bit stays as it is
  }

  /** Returns whether limits are chosen by the client with that hash; otherwise it is held out. */
  static boolean isChoosing(long hash) {
    return (hash & 1) == 0;
  }
}
