package com.throttlex.server.gateways;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of the page.
 *
 * @param name what follows the language: the file shown, or what a snippet is called
 */
public record Block(String language, String name, String text) {
  private static final Pattern FENCED =
      Pattern.compile("^```(\\w+) ?(.*)\\n((?s).*?)^```$", Pattern.MULTILINE);

  public static List<Block> of(String page) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = FENCED.matcher(page);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2), matcher.group(3)));
    }
    return blocks;
  }

  /**
   * Returns whether the block is consecutive lines of a text, all with the same additional
   * indentation.
   */
  boolean isPartOf(String whole) {
    List<String> lines = whole.lines().toList();
    List<String> own = text.lines().toList();
    for (int start = 0; start + own.size() <= lines.size(); start++) {
      String line = lines.get(start);
      if (line.endsWith(own.get(0))) {
        String indent = line.substring(0, line.length() - own.get(0).length());
        List<String> indented =
            own.stream().map(each -> each.isEmpty() ? each : indent + each).toList();
        if (indent.isBlank() && indented.equals(lines.subList(start, start + own.size()))) {
          return true;
        }
      }
    }
    return false;
  }
}
