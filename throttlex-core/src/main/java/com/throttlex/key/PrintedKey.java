package com.throttlex.key;

/** A key that was given in print. */
record PrintedKey(long hi, long lo, long scope, String text, String subject) implements Key {}
