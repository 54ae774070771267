package com.throttlex.rules.yaml;

import com.throttlex.request.ShownText;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Converts the YAML library's errors about malformed text to problems. */
final class SyntaxErrors {
  private SyntaxErrors() {}

  static RuntimeException fatal(String text, YamlEngineException e, Problems problems) {
    if (e instanceof MarkedYamlEngineException marked) {
      String problem = ShownText.sentence(String.valueOf(marked.getProblem()));
      return problems.fatal(line(marked.getProblemMark()), "yaml", problem, "well-formed YAML");
    } else if (e instanceof ReaderException reader) {
      String value = String.format("character U+%04X", reader.getCodePoint());
      return problems.fatal(firstUnprintable(text), "yaml", value, "printable characters");
    }
    String problem = ShownText.sentence(String.valueOf(e.getMessage()));
    return problems.fatal(1, "yaml", problem, "well-formed YAML");
  }

  static int line(Optional<Mark> mark) {
    return 1 + mark.map(Mark::getLine).orElse(0);
  }

  private static int firstUnprintable(String text) {
    int at = 0;
    while (at < text.length() && StreamReader.isPrintable(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }
}
