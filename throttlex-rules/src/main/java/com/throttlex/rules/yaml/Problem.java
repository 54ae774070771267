package com.throttlex.rules.yaml;

/**
 * A problem in a file, or in a text from another source.
 *
 * @param file the file, or another source of the text
 * @param line the line, from 1; 0 for a text that has no lines
 * @param key the key within the file, such as {@code limits.pro}; {@code file} or {@code yaml} for
 *     the file as a whole
 * @param value the wrong value, safe to print
 * @param expected the description of a correct value
 */
public record Problem(String file, int line, String key, String value, String expected) {
  @Override
  public String toString() {
    String place = line == 0 ? file : file + ":" + line;
    return place + ": " + key + ": " + value + " (expected: " + expected + ")";
  }
}
