package com.throttlex.spring;

import com.throttlex.spring.ThrottleXProperties.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/** Refuses settings by which requests would be told apart wrongly, or not at all. */
final class SettingChecks {
  private static final Logger LOG = LoggerFactory.getLogger("com.throttlex");
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final String STRATEGY = "server.forward-headers-strategy";

  private final List<String> problems = new ArrayList<>();

  private SettingChecks() {}

  /**
   * Checks everything.
   *
   * @throws InvalidThrottleXException with every problem, if there are any
   */
  static void check(ThrottleXProperties properties, Environment environment) {
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
    checks.forwarded(identity, environment);
    if (!checks.problems.isEmpty()) {
      throw new InvalidThrottleXException(checks.problems);
    }
  }

  private void header(String property, String name) {
    if (!HEADER.matcher(name).matches()) {
      problems.add(property + ": \"" + name + "\" (expected: the name of a header)");
    }
  }

  /**
   * Spring's own filter takes the first address named, which clients choose, and hides the rest.
   */
  private void forwarded(Identity identity, Environment environment) {
    if (!"framework".equalsIgnoreCase(environment.getProperty(STRATEGY, ""))) {
      return;
    }
    if (identity.trustedProxies().isEmpty()) {
      LOG.warn(
          "{} is framework: the address of a client is what it says itself, unless every proxy takes"
              + " that away. throttlex.identity.trusted-proxies would believe your proxies only",
          STRATEGY);
    } else {
      problems.add(
          STRATEGY
              + ": framework (expected: none or native, as throttlex.identity.trusted-proxies says"
              + " whom to believe)");
    }
  }
}
