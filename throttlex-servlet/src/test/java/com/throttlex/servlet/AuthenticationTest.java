package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.admission.Admissions;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.tck.Await;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One filter before the one that authenticates, and one behind it; and a store that fails. */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class AuthenticationTest {
  private static final String IP = "ip|ip=127.0.0.1";

  @Parameter Container.Kind kind;
  @TempDir Path folder;

  private Site start(RuleBuilder... rules) throws Exception {
    Site site = new Site(rules);
    FilterSettings settings = settings(site, site.throttlex);
    site.filter(ThrottleXFilter.beforeAuthentication(settings));
    site.filter(new LoginFilter());
    site.filter(ThrottleXFilter.of(settings));
    return site.start(kind, folder);
  }

  private static FilterSettings settings(Site site, ThrottleX throttlex) {
    return new FilterSettings(
        Admissions.inTwoPhases(throttlex),
        RequestReader.simple(throttlex::rules),
        RequestDescriber.PRINCIPAL,
        RateLimitHeaders.all(),
        site.clock);
  }

  private static RuleBuilder perIp(String limits) {
    return Rule.builder("ip").key("ip").limits(limits);
  }

  private static RuleBuilder perUser(String limits) {
    return Rule.builder("user").key("user").limits(limits);
  }

  @Test
  void floodOfThoseWhoNeverGetIn_isHeldAgainstTheAddress() throws Exception {
    try (Site site = start(perIp("5/1h"), perUser("2/1h"))) {
      for (int i = 0; i < 5; i++) {
        HttpResponse<String> refused = site.get("/ok");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("X-RateLimit-Remaining")).hasValue("" + (4 - i));
      }
      assertThat(site.get("/ok").statusCode()).isEqualTo(429);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void requestDeniedForItsUser_isNotHeldAgainstTheAddress() throws Exception {
    try (Site site = start(perIp("9/1h"), perUser("2/1h"))) {
      HttpResponse<String> first = site.get("/ok", "X-User", "ada");
      site.get("/ok", "X-User", "ada");
      HttpResponse<String> denied = site.get("/ok", "X-User", "ada");

      assertThat(first.headers().firstValue("RateLimit-Policy").orElseThrow())
          .contains("\"ip\"", "\"user\"");
      assertThat(first.headers().allValues("X-RateLimit-Remaining")).containsExactly("1");
      assertThat(denied.statusCode()).isEqualTo(429);
      assertThat(denied.body()).contains("\"rule\":\"user\"");
      assertThat(denied.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
      assertThat(site.left(IP, 9)).isEqualTo(7);
      assertThat(site.get("/ok", "X-User", "bob").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void slotsOfBothFilters_areFreeAfterTheAnswer() throws Exception {
    try (Site site =
        start(
            perIp("1/1h").algorithm(Algorithm.CONCURRENCY),
            perUser("1/1h").algorithm(Algorithm.CONCURRENCY))) {
      for (int i = 0; i < 3; i++) {
        assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(200);
        awaitFree(site);
        assertThat(site.get("/ok").statusCode()).isEqualTo(401);
        awaitFree(site);
      }
    }
  }

  private static void awaitFree(Site site) {
    Await.until("free slot of the address", () -> site.left(IP, 1) == 1);
    Await.until("free slot of the user", () -> site.left("user|user=ada", 1) == 1);
  }

  @Test
  void requestThatHasToWait_waitsOnceAndIsStillOfItsUser() throws Exception {
    OnExceed delay = OnExceed.delay(Duration.ofSeconds(10));
    try (Site site = start(perIp("1/100ms").onExceed(delay), perUser("3/1h"))) {
      for (int i = 0; i < 3; i++) {
        assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(200);
      }
      assertThat(site.left("user|user=ada", 3)).isZero();
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void filterBehindAuthenticationAlone_decidesEverything() throws Exception {
    Site site = new Site(perIp("9/1h"), perUser("1/1h"));
    site.filter(new LoginFilter()).filter(ThrottleXFilter.of(settings(site, site.throttlex)));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(429);
      assertThat(site.left(IP, 9)).isEqualTo(8);
    }
  }

  @Test
  void filterBeforeAuthentication_whereThereIsOnePhase_leavesEverythingToTheOneBehind()
      throws Exception {
    Site site = new Site(perUser("1/1h"));
    FilterSettings settings =
        new FilterSettings(
            Admissions.by(site.throttlex),
            RequestReader.simple(site.throttlex::rules),
            RequestDescriber.PRINCIPAL,
            RateLimitHeaders.all(),
            site.clock);
    site.filter(ThrottleXFilter.beforeAuthentication(settings)).filter(new LoginFilter());
    site.filter(ThrottleXFilter.of(settings));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void storeThatFails_isAnsweredWith503() throws Exception {
    Site site = new Site();
    BrokenStore store = new BrokenStore();
    ThrottleX throttlex = ThrottleX.of(Site.book(perIp("9/1h")), store, site.clock);
    site.filter(new ThrottleXFilter(throttlex));
    try (site) {
      site.start(kind, folder);
      store.breakAt(1);
      HttpResponse<String> failed = site.get("/ok");

      assertThat(failed.statusCode()).isEqualTo(503);
      assertThat(failed.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("application/problem+json");
      assertThat(failed.body()).contains("\"status\":503", "gone");
    }
  }

  @Test
  void storeThatFailsInTheSecondPhase_keepsNoSlot() throws Exception {
    Site site = new Site();
    BrokenStore store = new BrokenStore();
    ThrottleX throttlex =
        ThrottleX.of(
            Site.book(perIp("1/1h").algorithm(Algorithm.CONCURRENCY), perUser("9/1h")),
            store,
            site.clock);
    site.filter(new LoginFilter()).filter(ThrottleXFilter.of(settings(site, throttlex)));
    try (site) {
      site.start(kind, folder);
      store.breakAt(2);

      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(503);
      assertThat(throttlex.inspect(IP).get(0).remaining()).isEqualTo(1);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(200);
    }
  }
}
