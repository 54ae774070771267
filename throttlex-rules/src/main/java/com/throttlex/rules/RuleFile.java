package com.throttlex.rules;

import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.FileText;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.YamlTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule language: reads rules from YAML or JSON, and writes them.
 *
 * <p>Reading is strict. A name that is misspelt, a value that is impossible and a field in the
 * wrong place are errors. All errors are reported at once, each with its line.
 */
public final class RuleFile {
  private static final String SCHEMA = "rules.schema.json";

  private RuleFile() {}

  /**
   * Reads a rule file.
   *
   * @throws InvalidRuleFileException with all problems, also if the file cannot be read
   */
  public static RuleBook read(Path file) {
    String text = FileText.read(file, problems(file.toString()));
    return parse(text, file.toString());
  }

  /**
   * Reads a rule file.
   *
   * @param stores the names of the stores, in the order in which problems list them
   * @throws InvalidRuleFileException with all problems, also if the file cannot be read
   */
  public static RuleBook read(Path file, Set<String> stores) {
    String text = FileText.read(file, problems(file.toString()));
    return parse(text, file.toString(), stores);
  }

  /**
   * Reads the text of a rule file.
   *
   * @param source the name of the file in problems
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static RuleBook parse(String yaml, String source) {
    return parse(yaml, source, null);
  }

  /**
   * Reads the text of a rule file.
   *
   * @param source the name of the file in problems
   * @param stores the names of the stores, in the order in which problems list them; null if they
   *     are not known
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static RuleBook parse(String yaml, String source, @Nullable Set<String> stores) {
    Problems problems = problems(source);
    return BookReader.read(YamlTree.parse(yaml, problems), problems, stores);
  }

  /**
   * Reads one rule, which has the fields of a rule in a rule file. It is not checked whether the
   * tiers and rules that it names exist; only a book can do that.
   *
   * @param source the name of the file in problems
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static Rule parseRule(String yamlOrJson, String source) {
    Problems problems = problems(source);
    return BookReader.readRule(YamlTree.parse(yamlOrJson, problems), problems);
  }

  /**
   * Reads one rule from maps, lists, texts and numbers, as {@link #parseRule} does from a text.
   *
   * @param source the name of the file in problems
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static Rule ruleOf(Map<String, ? extends @Nullable Object> tree, String source) {
    return BookReader.readRule(Node.of(tree), problems(source));
  }

  /**
   * Reads a book from maps, lists, texts and numbers, as {@link #parse} does from a text.
   *
   * @param source the name of the file in problems
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static RuleBook bookOf(Map<String, ? extends @Nullable Object> tree, String source) {
    return BookReader.read(Node.of(tree), problems(source));
  }

  /**
   * Reads rules from properties: {@code tiers}, {@code default-rule}, {@code priorities}, {@code
   * adaptive}, and {@code rules}, which is a map from ids to rules. Numbers may be given as texts.
   *
   * @param source the name of the file in problems; keys in problems are those of the properties
   * @param stores the names of the stores, in the order in which problems list them; null if they
   *     are not known
   * @throws InvalidRuleFileException with all problems, if there are any
   */
  public static RuleBook ofProperties(
      Map<String, ?> tree, String source, @Nullable Set<String> stores) {
    Problems problems = problems(source);
    return BookReader.readProperties(Node.ofProperties(tree), problems, stores);
  }

  /**
   * Writes a rule file that reads back as an equal book.
   *
   * @throws IllegalArgumentException if the book has a value that no rule file can express, such as
   *     a period of half a millisecond
   */
  public static String write(RuleBook book) {
    Map<String, Object> tree = RuleTree.of(book);
    Problems problems = problems("rules");
    RuleBook again = BookReader.read(Node.of(tree), problems);
    boolean same = again.preamble().equals(book.preamble()) && again.rules().equals(book.rules());
    requireSame(same, "book of " + book.rules().size() + " rules");
    return YamlWriter.write(tree);
  }

  /**
   * Writes one rule that {@link #parseRule} reads back as an equal rule.
   *
   * @throws IllegalArgumentException if the rule has a value that no rule file can express
   */
  public static String write(Rule rule) {
    return YamlWriter.write(toMap(rule));
  }

  /**
   * Returns the rule as maps, lists, texts and numbers, with the fields of a rule file.
   *
   * @throws IllegalArgumentException if the rule has a value that no rule file can express
   */
  public static Map<String, Object> toMap(Rule rule) {
    Map<String, Object> tree = RuleTree.of(rule);
    Rule again = BookReader.readRule(Node.of(tree), problems("rule " + rule.id()));
    requireSame(again.equals(rule), "rule " + rule.id());
    return tree;
  }

  /** Returns the names of the parts of a rule file, except its version and its rules. */
  public static List<String> otherParts() {
    return FieldNames.BOOK.subList(1, FieldNames.BOOK.size() - 1);
  }

  /**
   * Returns all parts of a rule file except its rules, as maps, lists, texts and numbers, by the
   * names of {@link #otherParts}. Defaults are left out.
   *
   * @throws IllegalArgumentException if there is a value that no rule file can express
   */
  public static Map<String, Object> toMap(Preamble preamble) {
    Map<String, Object> tree = PreambleTree.of(preamble);
    Map<String, Object> file = new LinkedHashMap<>(tree);
    file.put("version", BookReader.VERSION);
    RuleBook again = BookReader.read(Node.of(file), problems("rules"));
    requireSame(again.preamble().equals(preamble), "preamble");
    return tree;
  }

  static Problems problems(String source) {
    return new Problems(source, InvalidRuleFileException::new);
  }

  private static void requireSame(boolean same, String what) {
    if (!same) {
      throw new IllegalArgumentException(
          what + " (expected: only values that a rule file can express)");
    }
  }

  /** Returns the JSON schema of rule files, for editors and other tools. */
  public static String schema() {
    try (InputStream in = RuleFile.class.getResourceAsStream(SCHEMA)) {
      if (in == null) {
        throw new IllegalStateException(SCHEMA + ": missing (expected: a resource of this module)");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
