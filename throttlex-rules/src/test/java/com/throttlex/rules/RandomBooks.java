package com.throttlex.rules;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.AnswerCost.OnOverrun;
import com.throttlex.rule.Block;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rule.Shares;
import com.throttlex.rule.SubjectNames;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Creates random books that use every part of a rule file; equal books from equal seeds. */
final class RandomBooks {
  private static final List<String> IDS =
      List.of("a", "5", "1.5", "true", "null", "off", "0x1F", "1e3", "x.y_z-1", "No", "a-b", "12");
  private static final List<String> TEXTS =
      List.of(
          "eu",
          "order-api",
          "5",
          "-5",
          "1.0",
          "true",
          "null",
          "~",
          "no",
          " ",
          " a ",
          "a b",
          "#a",
          "a #b",
          "a: b",
          "a:",
          "- a",
          "-",
          "?",
          "{a}",
          "[a]",
          "a, b",
          "&a",
          "*a",
          "!a",
          "|",
          ">",
          "%a",
          "@a",
          "`a`",
          "'",
          "\"",
          "\\",
          "it's",
          "=",
          "<<",
          "12:30",
          "2001-01-01",
          "...",
          "---",
          "\u00e9",
          "\ud83d\ude00",
          "\u202e",
          "\u2028",
          "\ufeff",
          "\u00a0");
  private static final List<String> TIERS = TEXTS.stream().filter(t -> !t.isBlank()).toList();
  private static final List<String> VALUES =
      List.of("\n", "\u0085", "a\nb\n", "\t", "\0", "\u001b[0m");
  private static final List<String> PATHS =
      List.of(
          "/",
          "/**",
          "/api/v1/orders",
          "/api/{id}/x",
          "/*/b/**",
          "/**/a/**",
          "/a/",
          "/caf\u00e9",
          "/a-b_c.d",
          "/caf%C3%A9");
  private static final List<String> HEADERS = List.of("x-priority", "5", "true", "a_b.c", "no");
  private static final List<String> ADDRESSES =
      List.of("192.0.2.1", "2001:DB8::1", "::ffff:192.0.2.1", "::", "2001:db8::/32");
  // A rule without subjects cannot count by them.
  private static final List<KeyPart.Kind> KINDS =
      Stream.of(KeyPart.Kind.values()).filter(kind -> kind != KeyPart.Kind.SUBJECT).toList();
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneOffset.UTC,
          ZoneId.of("UTC"),
          ZoneId.of("Europe/Berlin"),
          ZoneOffset.ofHours(-5),
          ZoneId.of("GMT+2"));

  private final Random random;

  RandomBooks(long seed) {
    random = new Random(seed);
  }

  RuleBook book() {
    List<String> tiers = List.copyOf(some(4, () -> pick(TIERS)));
    List<Rule> rules = new ArrayList<>();
    for (String id : some(6, () -> pick(IDS))) {
      rules.add(rule(id, tiers, rules.stream().map(Rule::id).toList()));
    }
    Fallback fallback =
        switch (random.nextInt(4)) {
          case 0 -> Fallback.ALLOW;
          case 1 -> Fallback.DENY;
          case 2 -> BookReader.DEFAULT;
          default -> new Fallback.Default(limited(Rule.builder("default"), tiers).build());
        };
    Preamble preamble =
        new Preamble(
            tiers,
            fallback,
            classifiers(tiers),
            RandomSettings.of(random),
            pick(List.of(FailureMode.values())));
    return RuleBook.of(preamble, rules);
  }

  private List<Classifier> classifiers(List<String> tiers) {
    return List.copyOf(some(4, () -> classifier(match(tiers, Set.of()))));
  }

  private Classifier classifier(Match match) {
    Priority priority = pick(List.of(Priority.values()));
    return switch (random.nextInt(3)) {
      case 0 -> new Classifier(match, priority, null);
      case 1 -> new Classifier(match, priority, new KeyPart(KeyPart.Kind.HEADER, pick(HEADERS)));
      default -> new Classifier(match, priority, new KeyPart(KeyPart.Kind.ATTRIBUTE, pick(TEXTS)));
    };
  }

  private Rule rule(String id, List<String> tiers, List<String> earlier) {
    Match match = match(tiers, priorities());
    RuleBuilder rule = limited(Rule.builder(id), tiers).match(match);
    if (!match.subjects().isEmpty()) {
      maybe(() -> rule.key(List.of(KeyPart.of(KeyPart.Kind.SUBJECT), pick(key()))));
    }
    maybe(() -> rule.name(pick(List.of("Orders per user", "5", "true", "a: b", "#1", "Über"))));
    maybe(() -> rule.mode(pick(List.of(Mode.values()))));
    maybe(() -> rule.rollout(random.nextInt(101)));
    if (!earlier.isEmpty()) {
      maybe(() -> rule.replaces(some(3, () -> pick(earlier)).toArray(new String[0])));
    }
    return rule.build();
  }

  private Set<Priority> priorities() {
    return some(3, () -> pick(List.of(Priority.values())));
  }

  private Match match(List<String> tiers, Set<Priority> priorities) {
    Map<String, String> attributes = new LinkedHashMap<>();
    maybe(() -> attributes.put(pick(TEXTS), pick(VALUES)));
    maybe(() -> attributes.put(pick(TEXTS), pick(TEXTS)));
    return new Match(
        random.nextBoolean() ? EndpointPattern.parse(pick(PATHS)) : null,
        some(3, () -> pick(List.of("GET", "POST", "M-SEARCH", "ON", "Y"))),
        some(random.nextInt(20) == 0 ? 40 : 3, () -> pick(TEXTS)),
        attributes,
        tiers.isEmpty() ? Set.of() : some(2, () -> pick(tiers)),
        priorities,
        random.nextBoolean() ? Set.of() : some(3, () -> pick(TEXTS)),
        random.nextBoolean() ? Set.of() : some(3, () -> pick(ADDRESSES)),
        random.nextBoolean() ? Set.of() : some(3, () -> pick(TEXTS)),
        SubjectNames.of(random.nextBoolean() ? Set.of() : some(3, () -> pick(TEXTS))));
  }

  /** Everything that the default rule can have as well. */
  private RuleBuilder limited(RuleBuilder rule, List<String> tiers) {
    Algorithm algorithm = pick(List.of(Algorithm.values()));
    rule.algorithm(algorithm);
    List<Long> firsts = limits(rule, tiers, algorithm);
    maybe(() -> rule.key(key()));
    maybe(() -> rule.cost(1 + random.nextInt(5)));
    if (algorithm != Algorithm.CONCURRENCY) {
      maybe(() -> rule.answerCost(answerCost()));
    }
    maybe(() -> rule.shares(shares(tiers)));
    maybe(() -> rule.onExceed(pick(List.of(OnExceed.QUEUE, OnExceed.SHED))));
    maybe(() -> rule.onExceed(OnExceed.queue(Duration.ofMillis(1 + random.nextInt(60_000)))));
    maybe(() -> rule.onExceed(OnExceed.block(block())));
    if (algorithm.canDelay()) {
      maybe(() -> rule.onExceed(OnExceed.delay(Duration.ofMillis(1 + random.nextInt(60_000)))));
    }
    maybe(() -> rule.onStoreFailure(pick(List.of(FailureMode.values()))));
    maybe(() -> rule.sync(pick(List.of(Sync.values()))));
    maybe(() -> rule.store(pick(List.of("redis", "sql-2"))));
    if (rule.build().onExceed().block() == null) {
      maybe(() -> rule.cost(1).adaptive(adaptive(firsts)));
    }
    return rule;
  }

  private AnswerCost answerCost() {
    OnOverrun onOverrun = pick(List.of(OnOverrun.values()));
    return pick(
        List.of(
            new AnswerCost(AnswerCost.Kind.HEADER, "X-Cost", onOverrun),
            new AnswerCost(AnswerCost.Kind.JSON, "usage.total_tokens", onOverrun),
            new AnswerCost(AnswerCost.Kind.JSON, "größe", onOverrun),
            new AnswerCost(AnswerCost.Kind.BYTES, AnswerCost.RESPONSE, onOverrun)));
  }

  private Block block() {
    int seconds = 1 + random.nextInt(1_000_000);
    int within = random.nextBoolean() ? seconds : 1 + random.nextInt(seconds);
    int after = 1 + random.nextInt(Block.MOST_AFTER);
    return new Block(Duration.ofSeconds(seconds), after, Duration.ofSeconds(within));
  }

  private Adaptive adaptive(List<Long> amounts) {
    long min = 1L + random.nextInt(Collections.min(amounts).intValue());
    long max = Collections.max(amounts) + random.nextInt(1000);
    Set<String> health = some(3, () -> pick(TEXTS));
    return new Adaptive(min, max, List.copyOf(health));
  }

  /** Adds limits, and returns the amount of the first for each tier. */
  private List<Long> limits(RuleBuilder rule, List<String> tiers, Algorithm algorithm) {
    ZoneId zone = pick(ZONES);
    long burst = random.nextBoolean() ? 5L + random.nextInt(100) : 0;
    boolean mixed = random.nextInt(4) == 0;
    List<Long> firsts = new ArrayList<>();
    Set<String> listed = tiers.isEmpty() ? Set.of() : some(4, () -> pick(tiers));
    for (String tier : listed.isEmpty() ? Set.of(Rule.EVERY_TIER) : listed) {
      List<Rate> rates = new ArrayList<>();
      do {
        rates.add(rate(algorithm, zone, mixed && random.nextBoolean() ? 0 : burst));
      } while (random.nextInt(3) == 0);
      rule.limits(tier, rates);
      firsts.add(rates.get(0).amount());
    }
    return firsts;
  }

  private Rate rate(Algorithm algorithm, ZoneId zone, long burst) {
    long amount = 5L + random.nextInt(1000);
    if (algorithm != Algorithm.CONCURRENCY && random.nextInt(4) == 0) {
      Period.CalendarUnit unit = pick(List.of(Period.CalendarUnit.values()));
      return new Rate(amount, Period.of(unit, zone), 0);
    }
    Duration length =
        random.nextBoolean()
            ? Duration.ofSeconds(1 + random.nextInt(100_000))
            : Duration.ofMillis(1 + random.nextInt(100_000));
    return new Rate(amount, Period.of(length), algorithm.hasBurst() ? burst : 0);
  }

  private List<KeyPart> key() {
    Set<KeyPart> key = some(4, () -> keyPart(pick(KINDS)));
    return key.isEmpty() ? List.of(KeyPart.of(KeyPart.Kind.GLOBAL)) : List.copyOf(key);
  }

  private KeyPart keyPart(KeyPart.Kind kind) {
    boolean named = kind == KeyPart.Kind.ATTRIBUTE || kind == KeyPart.Kind.HEADER;
    return named ? new KeyPart(kind, pick(TEXTS)) : KeyPart.of(kind);
  }

  /** Shares of some classes up to the lowest, none larger than those before. */
  private Shares shares(List<String> tiers) {
    Map<Priority, Map<String, Integer>> shares = new EnumMap<>(Priority.class);
    int most = 100;
    for (Priority priority : Priority.values()) {
      boolean kept = most < 100 || priority == Priority.LOW || random.nextBoolean();
      if (kept && priority != Priority.CRITICAL) {
        most = random.nextInt(most + 1);
        Map<String, Integer> byTier = new LinkedHashMap<>();
        for (String tier : random.nextBoolean() ? List.of("*") : tiers) {
          byTier.put(tier, most);
        }
        shares.put(priority, byTier.isEmpty() ? Map.of("*", most) : byTier);
      }
    }
    maybe(() -> shares.put(Priority.CRITICAL, Map.of("*", 100)));
    return new Shares(shares);
  }

  private <T> Set<T> some(int most, Supplier<T> source) {
    Set<T> items = new LinkedHashSet<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      items.add(source.get());
    }
    return items;
  }

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  private void maybe(Runnable action) {
    if (random.nextInt(3) == 0) {
      action.run();
    }
  }
}
