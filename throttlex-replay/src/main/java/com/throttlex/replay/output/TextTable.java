package com.throttlex.replay.output;

import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in text: the first column to the left, the others to the right. Long texts are cut. */
final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  TextTable(String... titles) {
    rows.add(titles);
  }

  void add(Object... cells) {
    rows.add(Arrays.stream(cells).map(TextTable::shown).toArray(String[]::new));
  }

  private static String shown(Object cell) {
    return cell instanceof Long number
        ? Numbers.whole(number)
        : ShownText.sentence(String.valueOf(cell));
  }

  void print(StringBuilder out) {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < row.length; i++) {
        String gap = " ".repeat(widths[i] - row[i].codePointCount(0, row[i].length()));
        line.append(i == 0 ? row[i] + gap : "  " + gap + row[i]);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
