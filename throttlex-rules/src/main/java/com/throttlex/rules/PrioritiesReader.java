package com.throttlex.rules;

import com.throttlex.request.Priority;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code priorities}: the priority classes of requests. */
final class PrioritiesReader {
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");
  private static final String HEADER_EXPECTED = "the name of a header";
  private static final String ATTRIBUTE_EXPECTED = "the name of an attribute";

  private final Section section;

  private PrioritiesReader(Section section) {
    this.section = section;
  }

  static List<Classifier> read(Value value, Problems problems) {
    if (!(value.node() instanceof Node.Items)) {
      value.wrong("a list of classes and the requests they are for");
      return List.of();
    }
    List<Classifier> classifiers = new ArrayList<>();
    int position = 0;
    for (Value item : value.items()) {
      Section section = item.section(FieldNames.CLASSIFIER, "priorities[" + position++ + "].");
      int before = problems.count();
      Classifier read = section == null ? null : new PrioritiesReader(section).classifier();
      if (read != null && problems.count() == before) {
        classifiers.add(read);
      }
    }
    return classifiers;
  }

  /** Returns the classifier as far as it can be read; it is not used after a problem. */
  private @Nullable Classifier classifier() {
    Match match = match();
    List<String> said = Stream.of("class", "header", "attribute").filter(section::has).toList();
    if (said.isEmpty()) {
      section.require("class", "a class, or the header or attribute that names it");
      return null;
    }
    String first = said.get(0);
    said.stream().skip(1).forEach(other -> refuse(other, "none, as " + first + " sets the class"));
    Value value = Objects.requireNonNull(section.find(first));
    return switch (first) {
      case "class" -> named(match, value);
      case "header" -> read(match, KeyPart.Kind.HEADER, header(value), Priority.HIGH);
      default -> {
        String name = value.name(ATTRIBUTE_EXPECTED);
        yield read(match, KeyPart.Kind.ATTRIBUTE, name, Priority.CRITICAL);
      }
    };
  }

  private Match match() {
    Value value = section.find("match");
    if (value == null) {
      return Match.ALL;
    }
    Match match = MatchReader.read(value);
    if (match.priorities().isEmpty()) {
      return match;
    }
    Section parts = value.section("a map");
    Value classes = parts == null ? null : parts.find("priorities");
    if (classes != null) {
      classes.wrong("none, as this entry sets the priority class");
    }
    return Match.ALL;
  }

  private Classifier named(Match match, Value value) {
    refuse("at-most", "none, as class sets the class");
    return new Classifier(match, priority(value), null);
  }

  private @Nullable Classifier read(
      Match match, KeyPart.Kind kind, @Nullable String name, Priority highest) {
    Value value = section.find("at-most");
    Priority atMost = value == null ? highest : priority(value);
    return name == null ? null : new Classifier(match, atMost, new KeyPart(kind, name));
  }

  private static Priority priority(Value value) {
    return value.word(Priority.values(), Priority::text, Priority.NORMAL);
  }

  private static @Nullable String header(Value value) {
    String text = value.text(HEADER_EXPECTED);
    if (text != null && !HEADER.matcher(text).matches()) {
      value.wrong(HEADER_EXPECTED);
      return null;
    }
    return text;
  }

  private void refuse(String name, String expected) {
    Value value = section.find(name);
    if (value != null) {
      value.wrong(expected);
    }
  }
}
