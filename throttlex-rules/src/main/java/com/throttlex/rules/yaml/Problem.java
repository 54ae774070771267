package com.throttlex.rules.yaml;

/**
 * Something wrong in a file, or in a text from elsewhere.
 *
 * @param file the file, or whatever else the text came from
 * @param line the line, from 1; 0 for a text that has no lines
 * @param key the key within the file, such as {@code limits.pro}; {@code file} or {@code yaml} for
 *     the file as a whole
 * @param value what stands there, safe to print
 * @param expected what should stand there
 */
public record Problem(String file, int line, String key, String value, String expected) {
  @Override
  public String toString() {
    String place = line == 0 ? file : file + ":" + line;
    return place + ": " + key + ": " + value + " (expected: " + expected + ")";
  }
}
