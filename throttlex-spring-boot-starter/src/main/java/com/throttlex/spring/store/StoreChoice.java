package com.throttlex.spring.store;

import com.throttlex.spring.InvalidThrottleXException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Picks the place to count in: what {@code throttlex.store} says, or what is there. */
final class StoreChoice {
  private static final String NAME = "throttlex.store: ";
  private static final List<String> MEMORY = List.of("memory:", "memory");
  private static final String EXPECTED =
      "memory:, redis, jdbc, redis://HOST:PORT or jdbc:postgresql://HOST:PORT/DATABASE";
  private static final Pattern SCHEME = Pattern.compile("(jdbc:)?[a-z][a-z0-9+.-]*:");

  private final List<StoreModule> modules;
  private final StoreContext around;

  StoreChoice(Stream<StoreModule> modules, StoreContext around) {
    this.modules = modules.sorted(Comparator.comparing(StoreModule::kind)).toList();
    this.around = around;
  }

  /** What the application has, for which a module was added as well; else its memory. */
  Counters whatIsThere() {
    return modules.stream()
        .map(module -> module.openOwn(around))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(this::memory);
  }

  /**
   * What the setting says.
   *
   * @throws InvalidThrottleXException when that cannot be had
   */
  Counters by(String setting) {
    if (MEMORY.contains(setting)) {
      return memory();
    }
    StoreKind kind = StoreKind.of(setting).orElseThrow(() -> wrong(shown(setting), EXPECTED));
    StoreModule module =
        modules.stream()
            .filter(it -> it.kind() == kind)
            .findFirst()
            .orElseThrow(() -> wrong(shown(setting), "the dependency " + kind.module()));
    if (!setting.equals(kind.word())) {
      return module.open(setting, around);
    }
    Counters own = module.openOwn(around);
    if (own == null) {
      throw wrong(setting, "an application with " + kind.bean() + ", or a URL");
    }
    return own;
  }

  private Counters memory() {
    return new MemoryCounters(around);
  }

  static InvalidThrottleXException wrong(String value, String expected) {
    return new InvalidThrottleXException(List.of(NAME + value + " (expected: " + expected + ")"));
  }

  /** Of what may contain a password, only the beginning. */
  static String shown(String setting) {
    Matcher scheme = SCHEME.matcher(setting);
    if (scheme.lookingAt()) {
      return scheme.group() + "…";
    }
    return StoreKind.of(setting).isPresent() ? setting : "no URL";
  }
}
