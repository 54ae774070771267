package com.throttlex.distributed;

import com.throttlex.key.Key;

/** A key that stays as it is when the one it was made from goes on to serve another request. */
record KeyCopy(long hi, long lo, long scope, String text, String subject) implements Key {
  static KeyCopy of(Key key) {
    return key instanceof KeyCopy copy
        ? copy
        : new KeyCopy(key.hi(), key.lo(), key.scope(), key.text(), key.subject());
  }
}
