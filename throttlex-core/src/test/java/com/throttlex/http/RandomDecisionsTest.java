package com.throttlex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Invariants of every decision. */
class RandomDecisionsTest {
  private static final int SEEDS = 150;
  private static final List<String> PROBLEM =
      List.of(
          "type",
          "title",
          "status",
          "detail",
          "error",
          "message",
          "timestamp",
          "retry_after",
          "violated-policies");

  @Test
  void retryAfter_onAnyDenial_isAtLeastOneAndNoEarlierThanAnyReset() {
    AtomicInteger denials = new AtomicInteger();
    RandomDecisions.forEach(
        SEEDS,
        decision -> {
          Map<String, String> headers = Scene.headers(decision);
          assertThat(headers.containsKey("Retry-After")).isEqualTo(!decision.allowed());
          if (!decision.allowed() && decision.rule() != null) {
            long retryAfter = Long.parseLong(headers.get("Retry-After"));
            assertThat(retryAfter).isPositive();
            assertThat(StrictFields.read(headers.get("RateLimit")))
                .allMatch(item -> item.number("t") <= retryAfter);
            denials.incrementAndGet();
          }
        });
    assertThat(denials.get()).isGreaterThan(15 * SEEDS / 2);
  }

  @Test
  void ietfHeaders_ofAnyDecision_areListsOfTheSamePoliciesReportedOneFirst() {
    AtomicInteger several = new AtomicInteger();
    RandomDecisions.forEach(
        SEEDS,
        decision -> {
          Map<String, String> headers = Scene.headers(decision, EnumSet.of(HeaderSet.IETF));
          if (decision.rule() == null) {
            assertThat(headers).doesNotContainKeys("RateLimit", "RateLimit-Policy");
            return;
          }
          List<StrictFields.Item> quotas = StrictFields.read(headers.get("RateLimit-Policy"));
          List<StrictFields.Item> states = StrictFields.read(headers.get("RateLimit"));
          assertThat(states.stream().map(StrictFields.Item::name))
              .doesNotHaveDuplicates()
              .containsExactlyInAnyOrderElementsOf(
                  quotas.stream().map(StrictFields.Item::name).toList());
          assertReported(decision, quotas, states.get(0));
          several.addAndGet(states.size() > 1 ? 1 : 0);
        });
    assertThat(several.get()).isGreaterThan(15 * SEEDS / 2);
  }

  private static void assertReported(
      Decision decision, List<StrictFields.Item> quotas, StrictFields.Item first) {
    assertThat(first.name()).startsWith(decision.rule());
    assertThat(first.number("r")).isEqualTo(decision.remaining());
    assertThat(quotas)
        .filteredOn(quota -> quota.name().equals(first.name()))
        .singleElement()
        .matches(quota -> quota.number("q") == decision.limit());
  }

  @Test
  void json_ofAnyDecision_parsesBackToItsFields() {
    RandomDecisions.forEach(
        SEEDS,
        decision -> {
          Map<String, Object> body = StrictJson.object(DecisionJson.body(decision));
          assertThat(body)
              .containsEntry("allowed", decision.allowed())
              .containsEntry("rule", decision.rule())
              .containsEntry("remaining", decision.remaining())
              .containsEntry("retryAfter", decision.retryAfter());
          assertThat(body.containsKey("delayMs")).isEqualTo(decision.delayNanos() > 0);
          assertThat(body.containsKey("reservation")).isEqualTo(decision.reservation() != null);
          assertThat((List<?>) body.get("limits")).hasSameSizeAs(decision.limits());
          if (!decision.allowed()) {
            assertDenial(decision, body);
          }
        });
  }

  private static void assertDenial(Decision decision, Map<String, Object> body) {
    Map<String, Object> denial = StrictJson.object(DecisionJson.denial(decision));
    List<String> names = new ArrayList<>(body.keySet());
    names.addAll(PROBLEM);
    assertThat(denial.keySet()).containsExactlyElementsOf(names);
    assertThat(denial).containsAllEntriesOf(body);
    long violated = decision.limits().stream().filter(RandomDecisionsTest::isViolated).count();
    assertThat((List<?>) denial.get("violated-policies")).hasSize((int) violated);
  }

  private static boolean isViolated(LimitStatus status) {
    return !status.allowed() && !status.shadow();
  }
}
