package com.throttlex;

import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FallbackTest {
  private static final RequestContext NOBODY = RequestContext.builder().build();

  private static Fallback byDefault(String... key) {
    return new Fallback.Default(Rule.builder("default").key(key).limits("3/1m").build());
  }

  private static RequestContextBuilder ip(String ip) {
    return RequestContext.builder().ip(ip);
  }

  @Test
  void check_withoutMatchingRuleAndFallbackAllow_isAllowed() {
    Decision decision = Lab.of(Fallback.ALLOW).throttlex.check(NOBODY);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.verdict()).isEqualTo(Decision.Verdict.ALLOW);
    assertThat(decision.rule()).isNull();
    assertThat(decision.algorithm()).isNull();
    assertThat(decision.limit()).isEqualTo(-1);
    assertThat(decision.remaining()).isEqualTo(-1);
    assertThat(decision.currentCount()).isZero();
    assertThat(decision.retryAfter()).isZero();
    assertThat(decision.resetAt()).isEqualTo(ManualTime.START.getEpochSecond());
    assertThat(decision.state()).isEqualTo(State.NORMAL);
    assertThat(decision.limits()).isEmpty();
    assertThat(decision.reservation()).isNull();
  }

  @Test
  void check_withoutMatchingRuleAndFallbackDeny_isDenied() throws InterruptedException {
    Lab lab = Lab.of(Fallback.DENY, perUser("r", "5/1m"));

    Decision decision = lab.throttlex.check(NOBODY);

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.rule()).isNull();
    assertThat(decision.limit()).isEqualTo(-1);
    assertThat(decision.retryAfter()).isEqualTo(1);
    assertThat(decision.state()).isEqualTo(State.THROTTLED);
    assertThat(lab.throttlex.acquire(NOBODY, Duration.ofHours(1)).allowed()).isFalse();
    assertThat(lab.time.elapsed()).isZero();
    assertThat(lab.check("u").allowed()).isTrue();
  }

  @Test
  void check_withoutMatchingRule_fallsUnderTheDefaultRule() {
    Lab lab = Lab.of(byDefault("ip"), Rule.builder("api").endpoint("/api/**").limits("9/1m"));

    assertThat(lab.check(ip("192.0.2.1").endpoint("/web")).rule()).isEqualTo("default");
    assertThat(lab.check(ip("192.0.2.1").endpoint("/web")).remaining()).isEqualTo(1);
    assertThat(lab.check(ip("192.0.2.1").endpoint("/api/x")).rule()).isEqualTo("api");
    assertThat(lab.check(ip("192.0.2.1").endpoint("/api/x")).limits()).hasSize(1);
  }

  @Test
  void defaultRule_forRequestsWithoutKeyPart_countsThemTogether() {
    Lab lab = Lab.of(byDefault("ip"));
    lab.use("u", 1).use("v", 1).use("w", 1);

    assertThat(lab.check("x").allowed()).isFalse();
    assertThat(lab.throttlex.check(NOBODY).allowed()).isFalse();
    assertThat(lab.check(ip("192.0.2.1")).remaining()).isEqualTo(2);
    assertThat(lab.throttlex.inspect("default|ip").get(0).remaining()).isZero();
  }

  @Test
  void defaultRule_withOneKeyPartMissing_stillCountsByTheOther() {
    Lab lab = Lab.of(byDefault("user", "ip"));
    lab.use("u", 3);

    assertThat(lab.check("u").allowed()).isFalse();
    assertThat(lab.check("v").allowed()).isTrue();
    assertThat(lab.check(user("u").ip("192.0.2.1")).allowed()).isTrue();
    assertThat(lab.throttlex.inspect("default|user=u|ip").get(0).remaining()).isZero();
  }

  @Test
  void rule_withMissingKeyPart_doesNotApply() {
    Lab lab =
        Lab.of(
            Rule.builder("by-user").key("user").limits("1/1m"),
            Rule.builder("by-key").key("api-key").limits("1/1m"),
            Rule.builder("by-attribute").key("attribute:region").limits("1/1m"),
            Rule.builder("by-header").key("header:X-Tenant").limits("1/1m"),
            Rule.builder("by-endpoint").key("endpoint").limits("1/1m"),
            Rule.builder("by-two").key("ip", "method").limits("1/1m"));

    assertThat(lab.check(user("u")).rule()).isEqualTo("by-user");
    assertThat(lab.check(RequestContext.builder().apiKey("k")).rule()).isEqualTo("by-key");
    assertThat(lab.check(RequestContext.builder().attribute("region", "eu")).rule())
        .isEqualTo("by-attribute");
    assertThat(lab.check(RequestContext.builder().header("x-tenant", "t")).rule())
        .isEqualTo("by-header");
    assertThat(lab.check(RequestContext.builder().endpoint("/")).rule()).isEqualTo("by-endpoint");
    assertThat(lab.check(ip("192.0.2.1")).rule()).isNull();
    assertThat(lab.check(ip("192.0.2.1").method("get")).rule()).isEqualTo("by-two");
  }

  @Test
  void check_withoutKeyPartOfTheOnlyRule_fallsUnderTheDefaultRule() {
    Lab lab = Lab.of(byDefault("global"), perUser("r", "9/1m"));

    assertThat(lab.throttlex.check(NOBODY).rule()).isEqualTo("default");
    assertThat(lab.check("u").rule()).isEqualTo("r");
  }
}
