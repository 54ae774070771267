package com.throttlex.rules;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.FileText;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.YamlTree;
import java.nio.file.Path;

/**
 * Imports the rule files of Envoy's rate limit service; descriptors become rules.
 *
 * <p>The rules are for requests that are made of Envoy's descriptors. The service is the domain.
 * Every entry is an attribute: the second of a key {@code k} is {@code k#2}, and an empty value is
 * {@code -}. The attribute {@code descriptor} contains the keys in order, such as {@code
 * database/user}.
 */
public final class EnvoyRules {
  /** The amount that means unlimited. */
  public static final long UNLIMITED = (1L << 32) - 1;

  private EnvoyRules() {}

  /**
   * Reads a file.
   *
   * @throws InvalidRuleFileException with all problems, also if the file cannot be read
   */
  public static EnvoyImport read(Path file) {
    String text = FileText.read(file, RuleFile.problems(file.toString()));
    return parse(text, file.toString());
  }

  /**
   * Reads the text of a file.
   *
   * @param source the name of the file in problems
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static EnvoyImport parse(String yaml, String source) {
    Problems problems = RuleFile.problems(source);
    Problems differences = RuleFile.problems(source);
    EnvoyReader reader = new EnvoyReader(problems, differences);
    EnvoyDescriptor root = reader.read(YamlTree.parse(yaml, problems));
    problems.throwIfAny();
    RuleBook book = new EnvoyTranslation(root, differences).book();
    return new EnvoyImport(book, differences.byLine());
  }
}
