package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.throttlex.spring.store.ThrottleXStoreAutoConfiguration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** A configuration that is wrong stops the start, with every reason. */
@ExtendWith(OutputCaptureExtension.class)
class WrongConfigurationTest {
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    ThrottleXAutoConfiguration.class,
    ThrottleXStoreAutoConfiguration.class
  })
  static class Empty {}

  private static List<String> problems(String... properties) {
    Throwable failure = catchThrowable(() -> App.plain(Empty.class, properties).close());
    while (failure != null && !(failure instanceof InvalidThrottleXException)) {
      failure = failure.getCause();
    }
    assertThat(failure).isNotNull();
    return ((InvalidThrottleXException) failure).problems();
  }

  private static String only(String... properties) {
    List<String> problems = problems(properties);
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  @Test
  void limit_thatIsNone_isNamedWithPlaceAndExpectation() {
    assertThat(only("throttlex.rules.orders.limits=10 per second"))
        .startsWith(
            "throttlex.rules.orders.limits: \"10 per second\""
                + " (expected: AMOUNT/PERIOD such as 100/1m)")
        .contains("at \"throttlex.rules.orders.limits\" from property source");
  }

  @Test
  void algorithm_thatIsUnknown_isNamedWithThoseThereAre() {
    assertThat(
            only(
                "throttlex.rules.orders.limits=1/1s",
                "throttlex.rules.orders.algorithm=tokenbucket"))
        .startsWith("throttlex.rules.orders.algorithm: \"tokenbucket\"")
        .contains("did you mean token-bucket?");
  }

  @Test
  void property_thatIsUnknown_isNamedWithTheOneThatWasMeant() {
    assertThat(only("throttlex.rulez.orders.limits=1/1s"))
        .startsWith("throttlex.rulez: unknown property")
        .contains("did you mean rules?");
    assertThat(only("throttlex.identity.trusted-proxy=10.0.0.0/8"))
        .startsWith("throttlex.identity.trusted-proxy: unknown property")
        .contains("trusted-proxies");
    assertThat(only("throttlex.rules.orders.limits=1/1s", "throttlex.rules.orders.limit=1/1s"))
        .startsWith("throttlex.rules.orders.limit: unknown key");
  }

  @Test
  void rule_thatCanNeverMatch_isNamed() {
    assertThat(
            only(
                "spring.application.name=shop",
                "throttlex.rules.orders.limits=1/1s",
                "throttlex.rules.orders.match.services[0]=billing"))
        .startsWith("throttlex.rules.orders.match.services: [billing]")
        .contains("\"shop\"");
    assertThat(
            only(
                "throttlex.rules.orders.limits=1/1s", "throttlex.rules.orders.match.tiers[0]=gold"))
        .startsWith("throttlex.rules.orders.match: tier")
        .contains("gold");
    assertThat(
            only(
                "throttlex.rules.orders.limits=1/1s",
                "throttlex.rules.orders.match.endpoint=/orders?page=1"))
        .startsWith("throttlex.rules.orders.match.endpoint: \"/orders?page=1\"");
  }

  @Test
  void classesAndHealth_thatAreWrong_areNamedWithPlaceAndExpectation() {
    assertThat(
            problems(
                "spring.application.name=shop",
                "throttlex.priorities[0].match.services[0]=billing",
                "throttlex.priorities[0].class=low",
                "throttlex.rules.a.limits=1/1s"))
        .singleElement()
        .asString()
        .startsWith("throttlex.priorities[0].match.services: [billing]")
        .contains("\"shop\"", "at \"throttlex.priorities[0].match.services[0]\"");
    assertThat(
            problems(
                "throttlex.priorities[0].class=low",
                "throttlex.priorities[1].class=urgent",
                "throttlex.priorities[1].match.endpoint=/reports/**",
                "throttlex.adaptive.weights.cpu=0.9",
                "throttlex.adaptive.weights.memory=0.2",
                "throttlex.adaptive.cut=none",
                "throttlex.adaptive.stale-afer=20s"))
        .satisfiesExactlyInAnyOrder(
            problem ->
                assertThat(problem)
                    .startsWith("throttlex.priorities[1].class: \"urgent\" (expected: one of")
                    .contains("at \"throttlex.priorities[1].class\" from property source"),
            problem ->
                assertThat(problem)
                    .startsWith("throttlex.adaptive.weights: a sum of 1.1 (expected"),
            problem ->
                assertThat(problem)
                    .startsWith("throttlex.adaptive.cut: \"none\" (expected: a number above 0"),
            problem ->
                assertThat(problem)
                    .startsWith("throttlex.adaptive.stale-afer: unknown key")
                    .contains("did you mean stale-after?"));
  }

  @Test
  void rules_ofOneId_areRefused() {
    assertThat(problems("throttlex.rules-file=classpath:two-rules-of-one-id.yml"))
        .singleElement()
        .asString()
        .startsWith("classpath:two-rules-of-one-id.yml:6: id: \"orders\"")
        .contains("an id that no other rule has; the rule in line 3 has it");
  }

  @Test
  void rules_ofOneIdInProperties_areRefusedByTheReaderOfTheProperties() {
    Throwable failure =
        catchThrowable(
            () ->
                App.plain(Empty.class, "spring.config.location=classpath:one-id-twice.yml")
                    .close());
    assertThat(failure).hasStackTraceContaining("found duplicate key orders");
  }

  @Test
  void file_thatIsMissing_isNamed() {
    assertThat(only("throttlex.rules-file=classpath:no-such.yml"))
        .startsWith("throttlex.rules-file: classpath:no-such.yml (expected: a file");
  }

  @Test
  void rules_inPropertiesAndAFile_areRefused() {
    assertThat(
            problems(
                "throttlex.rules-file=classpath:good-rules.yml",
                "throttlex.rules.orders.limits=1/1s"))
        .anyMatch(problem -> problem.startsWith("throttlex.rules: present (expected: none"));
  }

  @Test
  void settings_thatCoreRefuses_areNamed() {
    assertThat(only("throttlex.identity.trusted-proxies=10.0.0.0/99"))
        .startsWith("throttlex.identity")
        .contains("10.0.0.0/99");
    assertThat(only("throttlex.headers=draft")).startsWith("throttlex.headers").contains("draft");
  }

  @Test
  void settings_thatWouldTellNobodyApart_areNamed() {
    assertThat(
            problems(
                "throttlex.identity.api-key-header=",
                "throttlex.identity.tier-claim=",
                "throttlex.service.headers=X-Tenant,a b"))
        .containsExactly(
            "throttlex.identity.api-key-header: \"\" (expected: the name of a header)",
            "throttlex.service.headers: \"a b\" (expected: the name of a header)",
            "throttlex.identity.tier-claim: \"\" (expected: the name of a claim)");
    assertThat(only("throttlex.rules-file="))
        .isEqualTo("throttlex.rules-file: \"\" (expected: a file, or no such property)");
  }

  @Test
  void rules_thatNothingEnforces_areNamedLoudly(CapturedOutput output) {
    App.plain(Empty.class, "throttlex.rules.a.limits=1/1s").close();
    assertThat(output).contains("WARN").contains("THE RULES ABOVE ARE NOT ENFORCED");
  }

  @Test
  void problems_areAllReportedAtOnceInPlaceOfAStackTrace(CapturedOutput output) {
    assertThat(
            problems(
                "throttlex.mod=embedded",
                "throttlex.rules.a.limits=0/1s",
                "throttlex.rules.b.key[0]=usr",
                "throttlex.default-rule=maybe"))
        .hasSize(5);
    assertThat(output)
        .contains("ThrottleX cannot start with this configuration:")
        .contains("throttlex.rules.b.key: \"usr\"")
        .contains("throttlex.rules.b.limits: missing");
  }
}
