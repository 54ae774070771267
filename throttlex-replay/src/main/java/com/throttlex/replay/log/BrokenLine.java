package com.throttlex.replay.log;

/**
 * A line that is not a request.
 *
 * @param file the name of the file
 * @param line the number of the line, from 1
 * @param problem the value that is wrong, and what was expected
 */
public record BrokenLine(String file, long line, String problem) {
  /** Returns the same line without its values: with the first words of the problem. */
  BrokenLine masked() {
    int end = 0;
    while (end < problem.length() && ":\"".indexOf(problem.charAt(end)) < 0) {
      end++;
    }
    String words = problem.substring(0, end).strip();
    boolean open = words.endsWith(" in") || words.endsWith(" of");
    words = open ? words.substring(0, words.length() - 3) : words;
    return new BrokenLine(file, line, words.isEmpty() ? "not in the format of the file" : words);
  }

  @Override
  public String toString() {
    return file + ":" + line + ": " + problem;
  }
}
