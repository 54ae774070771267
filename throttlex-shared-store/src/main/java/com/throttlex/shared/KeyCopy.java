package com.throttlex.shared;

import com.throttlex.key.Key;

/** A copy of a key; it does not change when the original is reused for another request. */
record KeyCopy(long hi, long lo, long scope, String text, String subject) implements Key {
  static KeyCopy of(Key key) {
    return key instanceof KeyCopy copy
        ? copy
        : new KeyCopy(key.hi(), key.lo(), key.scope(), key.text(), key.subject());
  }
}
