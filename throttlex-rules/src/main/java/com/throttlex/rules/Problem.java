package com.throttlex.rules;

/**
 * Something wrong in a rule file.
 *
 * @param file the file, or whatever else the text came from
 * @param line the line, from 1
 * @param key the key within the rule, such as {@code limits.pro}; {@code file} or {@code yaml} for
 *     the file as a whole
 * @param value what stands there, safe to print
 * @param expected what should stand there
 */
public record Problem(String file, int line, String key, String value, String expected) {
  @Override
  public String toString() {
    return file + ":" + line + ": " + key + ": " + value + " (expected: " + expected + ")";
  }
}
