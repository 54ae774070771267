package com.throttlex.replay;

import com.throttlex.key.MaskedKey;

/** Prints keys, in clear or masked. */
enum KeyPrinter {
  CLEAR,
  MASKED;

  static KeyPrinter of(ReplayOptions options) {
    return options.mask() ? MASKED : CLEAR;
  }

  String print(String key) {
    return this == MASKED ? MaskedKey.of(key) : key;
  }
}
