package com.throttlex.distributed;

import com.throttlex.key.Key;

/** A key that outlives the request it came with. */
record KeptKey(long hi, long lo, long scope, String text, String subject) implements Key {
  static Key of(Key key) {
    return new KeptKey(key.hi(), key.lo(), key.scope(), key.text(), key.subject());
  }
}
