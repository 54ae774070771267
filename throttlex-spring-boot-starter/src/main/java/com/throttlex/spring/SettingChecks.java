package com.throttlex.spring;

import com.throttlex.spring.ThrottleXProperties.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rejects settings that would identify clients wrongly, or not at all. */
final class SettingChecks {
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private final List<String> problems = new ArrayList<>();

  private SettingChecks() {}

  /**
   * Checks all settings.
   *
   * @throws InvalidThrottleXException with every problem, if there are any
   */
  static void check(ThrottleXProperties properties) {
    SettingChecks checks = new SettingChecks();
    Identity identity = properties.identity();
    checks.header("throttlex.identity.api-key-header", identity.apiKeyHeader());
    properties
        .service()
        .headers()
        .forEach(name -> checks.header("throttlex.service.headers", name));
    if (identity.tierClaim() != null && identity.tierClaim().isBlank()) {
      checks.problems.add("throttlex.identity.tier-claim: \"\" (expected: the name of a claim)");
    }
    if (!checks.problems.isEmpty()) {
      throw new InvalidThrottleXException(checks.problems);
    }
  }

  private void header(String property, String name) {
    if (!HEADER.matcher(name).matches()) {
      problems.add(property + ": \"" + name + "\" (expected: the name of a header)");
    }
  }
}
