package com.throttlex.rules;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import com.throttlex.store.FailureMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a whole rule file. */
final class BookReader {
  static final int VERSION = 1;
  static final String DEFAULT_ID = "default";

  /**
   * The default rule of a file that has none: ten requests a second for an address, with a burst of
   * 100.
   */
  static final Fallback DEFAULT =
      new Fallback.Default(
          Rule.builder(DEFAULT_ID)
              .limits(Rule.EVERY_TIER, List.of(Rate.parse("10/1s").withBurst(100)))
              .build());

  private static final String ID_EXPECTED = "a name of letters, digits, . _ -";

  private final Section book;
  private final Problems problems;
  private final @Nullable Set<String> stores;
  private final Map<String, Section> sections = new HashMap<>();

  private BookReader(Section book, Problems problems, @Nullable Set<String> stores) {
    this.book = book;
    this.problems = problems;
    this.stores = stores;
  }

  /** Reads a book from its root. */
  static RuleBook read(@Nullable Node root, Problems problems) {
    return read(root, problems, null);
  }

  /** Reads a book from its root; its rules may name these stores, or any if null. */
  static RuleBook read(@Nullable Node root, Problems problems, @Nullable Set<String> stores) {
    Section book = Section.root(root, FieldNames.BOOK, problems);
    RuleBook read = new BookReader(book, problems, stores).read();
    problems.throwIfAny();
    return read;
  }

  /** Reads a book from properties, in which rules are listed under their ids. */
  static RuleBook readProperties(Node root, Problems problems, @Nullable Set<String> stores) {
    Section book = Section.root(root, FieldNames.PROPERTIES, problems);
    BookReader reader = new BookReader(book, problems, stores);
    RuleBook read = reader.book(reader::rulesById);
    problems.throwIfAny();
    return read;
  }

  /** Reads a single rule. */
  static Rule readRule(@Nullable Node root, Problems problems) {
    Section section = Section.root(root, FieldNames.RULE, problems);
    Rule rule = new BookReader(section, problems, null).rule(section, 0, problems.count());
    problems.throwIfAny();
    return rule;
  }

  private RuleBook read() {
    version();
    return book(this::rules);
  }

  private RuleBook book(Supplier<List<Rule>> rules) {
    Preamble preamble =
        new Preamble(tiers(), fallback(), priorities(), adaptive(), onStoreFailure());
    List<Rule> read = rules.get();
    try {
      return RuleBook.of(preamble, read, stores);
    } catch (InvalidRulesException e) {
      CoreProblems.ofBook(e, book, sections, problems);
      return RuleBook.EMPTY;
    }
  }

  private void version() {
    Value version = book.require("version", String.valueOf(VERSION));
    if (version != null) {
      version.whole(VERSION, VERSION, VERSION, String.valueOf(VERSION));
    }
  }

  private List<String> tiers() {
    Value value = book.find("tiers");
    return value == null ? List.of() : List.copyOf(value.distinct(BookReader::tier));
  }

  private static @Nullable String tier(Value value) {
    String text = value.name("the name of a tier");
    if (text != null && FieldNames.LIMIT_MARKS.contains(text)) {
      value.wrong("another name, as {" + text + ": …} is the long form of a limit");
      return null;
    }
    return text;
  }

  private Fallback fallback() {
    Value value = book.find("default-rule");
    if (value == null) {
      sections.put(DEFAULT_ID, book);
      return DEFAULT;
    } else if (value.node() instanceof Node.Scalar scalar) {
      return verdict(value, scalar.text());
    }
    int before = problems.count();
    Section section = value.section(FieldNames.DEFAULT_RULE);
    if (section == null) {
      return Fallback.ALLOW;
    }
    sections.put(DEFAULT_ID, section);
    return new Fallback.Default(RuleReader.read(section, DEFAULT_ID, DEFAULT_ID, problems, before));
  }

  private static Fallback verdict(Value value, String text) {
    if (!text.equals("none") && !text.equals("deny")) {
      value.wrong("one of none, deny, or a map of " + String.join(", ", FieldNames.DEFAULT_RULE));
    }
    return text.equals("deny") ? Fallback.DENY : Fallback.ALLOW;
  }

  private List<Classifier> priorities() {
    Value value = book.find("priorities");
    return value == null ? List.of() : PrioritiesReader.read(value, problems);
  }

  private AdaptiveSettings adaptive() {
    Value value = book.find("adaptive");
    return value == null ? AdaptiveSettings.DEFAULTS : AdaptiveReader.read(value, problems);
  }

  private FailureMode onStoreFailure() {
    Value value = book.find("on-store-failure");
    return value == null
        ? FailureMode.LOCAL
        : value.word(FailureMode.values(), FieldNames::word, FailureMode.LOCAL);
  }

  private List<Rule> rules() {
    Value value = book.find("rules");
    if (value == null) {
      return List.of();
    } else if (!(value.node() instanceof Node.Items)) {
      value.wrong("a list of rules");
      return List.of();
    }
    List<Rule> rules = new ArrayList<>();
    for (Value item : value.items()) {
      int before = problems.count();
      Section section = item.section(FieldNames.RULE, "");
      if (section != null) {
        rules.add(rule(section, rules.size(), before));
      }
    }
    return rules;
  }

  private List<Rule> rulesById() {
    Value value = book.find("rules");
    Section byId = value == null ? null : value.section("a map of rules by their ids");
    if (byId == null) {
      return List.of();
    }
    List<Rule> rules = new ArrayList<>();
    for (String id : byId.names()) {
      int before = problems.count();
      Value rule = byId.find(id);
      Section section = rule == null ? null : rule.section(FieldNames.IN_PROPERTIES);
      if (section != null) {
        rules.add(RuleReader.read(section, id, "rule-" + rules.size(), problems, before));
        sections.putIfAbsent(id, section);
      }
    }
    return rules;
  }

  private Rule rule(Section section, int position, int before) {
    String spareId = "rule-without-id-" + position;
    String id = id(section);
    Rule rule = RuleReader.read(section, id == null ? spareId : id, spareId, problems, before);
    sections.putIfAbsent(rule.id(), section);
    return rule;
  }

  private @Nullable String id(Section section) {
    Value value = section.require("id", ID_EXPECTED);
    String id = value == null ? null : value.text(ID_EXPECTED);
    Section first = id == null ? null : sections.get(id);
    if (id != null && value != null && first != null) {
      value.wrong(
          first == book || id.equals(DEFAULT_ID)
              ? "an id other than that of the default rule"
              : "an id that no other rule has; the rule in line " + first.line() + " has it");
      return null;
    }
    return id;
  }
}
