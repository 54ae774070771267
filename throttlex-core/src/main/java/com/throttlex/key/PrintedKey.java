package com.throttlex.key;

/** A key that was read from its printed form. */
record PrintedKey(long hi, long lo, long scope, String text, String subject) implements Key {}
