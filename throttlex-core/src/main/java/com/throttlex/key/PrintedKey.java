package com.throttlex.key;

/** A key whose forms are all known. */
record PrintedKey(long hi, long lo, long scope, String text, String subject) implements Key {}
