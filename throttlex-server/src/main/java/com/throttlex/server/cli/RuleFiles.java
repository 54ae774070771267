package com.throttlex.server.cli;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import java.nio.file.Path;

/** Reads the rule files that options name. */
final class RuleFiles {
  private RuleFiles() {}

  /** Returns the rules of a file; the command fails with all problems if they are invalid. */
  static RuleBook read(CommandContext surroundings, Path file) {
    try {
      return RuleFile.read(surroundings.workingDirectory().resolve(file));
    } catch (InvalidRuleFileException e) {
      throw new CommandFailedException(ExitCodes.NEGATIVE, String.valueOf(e.getMessage()));
    }
  }
}
