package com.throttlex.spring;

import com.throttlex.rule.Classifier;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.rules.yaml.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;

/**
 * Reads the rules of an application, from its properties or from a rule file.
 *
 * <p>In properties the fields have the names of the rule file, and a rule is below its id: {@code
 * throttlex.rules.orders.limits=10/1s}.
 */
public final class RuleSource {
  /** The properties that are read like a rule file. */
  static final List<String> FIELDS =
      Stream.concat(RuleFile.otherParts().stream(), Stream.of("rules")).toList();

  private static final String ROOT = "throttlex";
  private static final String FILE = ROOT + ".rules-file";

  private final Environment environment;

  public RuleSource(Environment environment) {
    this.environment = environment;
  }

  /**
   * Returns the present rules.
   *
   * @throws InvalidThrottleXException with every problem, if there are any
   */
  public RuleBook read() {
    PropertyNames names = new PropertyNames(environment);
    List<String> problems = new ArrayList<>(names.problems());
    RuleBook book = RuleBook.EMPTY;
    try {
      book = book(names, problems);
    } catch (InvalidRuleFileException e) {
      e.problems().forEach(problem -> problems.add(shown(problem, names)));
    }
    if (!problems.isEmpty()) {
      throw new InvalidThrottleXException(problems);
    }
    return book;
  }

  /**
   * Checks that no rules are configured, because the application creates its own.
   *
   * @throws InvalidThrottleXException when there are, or when properties are misspelt
   */
  void requireNone() {
    List<String> problems = new ArrayList<>(new PropertyNames(environment).problems());
    List<String> found = new ArrayList<>(new PropertyTree(environment).read(ROOT, FIELDS).keySet());
    if (environment.containsProperty(FILE)) {
      found.add("rules-file");
    }
    for (String field : found) {
      problems.add(
          ROOT
              + "."
              + field
              + ": present (expected: none, because the application creates its own rules)");
    }
    if (!problems.isEmpty()) {
      throw new InvalidThrottleXException(problems);
    }
  }

  private RuleBook book(PropertyNames names, List<String> problems) {
    Map<String, Object> tree = new PropertyTree(environment).read(ROOT, FIELDS);
    String file = Binder.get(environment).bind(FILE, String.class).orElse(null);
    if (file != null && file.isBlank()) {
      problems.add(FILE + ": \"\" (expected: a file, or no such property)");
    }
    if (file == null || file.isBlank()) {
      RuleBook book = RuleFile.ofProperties(tree, ROOT, stores(problems));
      book.rules().forEach(rule -> unmatched(rule, names, problems));
      unmatched(book.preamble().priorities(), names, problems);
      return book;
    }
    if (!tree.isEmpty()) {
      String field = ROOT + "." + tree.keySet().iterator().next();
      problems.add(field + ": present (expected: none, because " + FILE + " has the rules)");
    }
    return RuleFile.parse(text(file), file, stores(problems));
  }

  /** Returns the names of the stores, the default store first; adds a problem for a wrong name. */
  private Set<String> stores(List<String> problems) {
    Set<String> names = new LinkedHashSet<>(Set.of(Rule.DEFAULT_STORE));
    for (String name :
        Binder.get(environment)
            .bind(ROOT + ".stores", Bindable.mapOf(String.class, String.class))
            .orElse(Map.of())
            .keySet()) {
      if (!Rule.isStore(name) || !names.add(name)) {
        problems.add(
            ROOT
                + ".stores."
                + name
                + ": present (expected: a name of 1 to 32 lower-case letters, digits and -,"
                + " beginning with a letter, and not default)");
      }
    }
    return names;
  }

  /** Adds a problem if the rule can match no request of this application. */
  private void unmatched(Rule rule, PropertyNames names, List<String> problems) {
    ConfigurationPropertyName name =
        ConfigurationPropertyName.of(ROOT + ".rules").append("[" + rule.id() + "]");
    String shown = ROOT + ".rules." + rule.id();
    unmatched(rule.match(), "rule", name, shown, names, problems);
  }

  private void unmatched(List<Classifier> priorities, PropertyNames names, List<String> problems) {
    for (int i = 0; i < priorities.size(); i++) {
      String shown = ROOT + ".priorities[" + i + "]";
      ConfigurationPropertyName name = ConfigurationPropertyName.of(shown);
      unmatched(priorities.get(i).match(), "class", name, shown, names, problems);
    }
  }

  private void unmatched(
      Match match,
      String what,
      ConfigurationPropertyName name,
      String shown,
      PropertyNames names,
      List<String> problems) {
    String application = environment.getProperty("spring.application.name", "");
    if (!match.services().isEmpty() && !match.services().contains(application)) {
      problems.add(
          names.at(
              name.append("match.services"),
              shown
                  + ".match.services: "
                  + match.services()
                  + " (expected: the application's name, \""
                  + application
                  + "\", or the "
                  + what
                  + " never matches)"));
    }
  }

  private static String shown(Problem problem, PropertyNames names) {
    if (!problem.file().equals(ROOT)) {
      return problem.toString();
    }
    String key = ROOT + "." + problem.key();
    String text = key + ": " + problem.value() + " (expected: " + problem.expected() + ")";
    return ConfigurationPropertyName.isValid(key)
        ? names.at(ConfigurationPropertyName.of(key), text)
        : text;
  }

  private static String text(String file) {
    Resource resource = ApplicationResourceLoader.get().getResource(file);
    try {
      return resource.getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidThrottleXException(
          List.of(
              FILE + ": " + file + " (expected: a file that can be read; " + e.getMessage() + ")"));
    }
  }
}
