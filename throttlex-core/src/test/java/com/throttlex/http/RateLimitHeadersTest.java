package com.throttlex.http;

import static com.throttlex.http.Scene.headers;
import static com.throttlex.http.Scene.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.throttlex.Decision;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RateLimitHeadersTest {
  @Test
  void headers_areAllInTheDocument() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "INTEGRATIONS.md"));
    Scene scene = Scene.of(rule("orders", "10/1m"));
    Set<String> names = new TreeSet<>(headers(scene.check(9)).keySet());
    names.addAll(headers(scene.check(2)).keySet());

    assertThat(names).contains("X-RateLimit-Warning", "RateLimit", "Retry-After");
    assertThat(names).allMatch(name -> page.contains("| `" + name + "` |"));
  }

  @Test
  void allowed_sendsBothSetsAndNoRetryAfter() {
    Scene scene = Scene.of(rule("orders", "1000/1m").algorithm(Algorithm.FIXED_WINDOW));
    assertThat(headers(scene.check(13)))
        .containsExactly(
            entry("X-RateLimit-Limit", "1000"),
            entry("X-RateLimit-Remaining", "987"),
            entry("X-RateLimit-Reset", "1790000040"),
            entry("RateLimit-Policy", "\"orders\";q=1000;w=60"),
            entry("RateLimit", "\"orders\";r=987;t=40"));
  }

  @Test
  void denied_addsRetryAfterInBothForms() {
    Scene scene = Scene.of(rule("orders", "10/1m"));
    scene.check(10);
    assertThat(headers(scene.pass(Duration.ofMillis(1_500)).check(1)))
        .containsExactly(
            entry("X-RateLimit-Limit", "10"),
            entry("X-RateLimit-Remaining", "0"),
            entry("X-RateLimit-Reset", "1790000060"),
            entry("X-RateLimit-Retry-After", "5"),
            entry("RateLimit-Policy", "\"orders\";q=10;w=60"),
            entry("RateLimit", "\"orders\";r=0;t=5"),
            entry("Retry-After", "5"));
  }

  @Test
  void denied_forLessThanASecond_saysOne() {
    Scene scene = Scene.of(rule("fast", "10/1s"));
    scene.check(10);
    assertThat(headers(scene.check(1)))
        .containsEntry("Retry-After", "1")
        .containsEntry("X-RateLimit-Retry-After", "1")
        .containsEntry("RateLimit", "\"fast\";r=0;t=1");
  }

  @Test
  void denied_forAWholeAndAFraction_roundsUp() {
    Scene scene = Scene.of(rule("slow", "2/7s"));
    scene.check(2);
    assertThat(headers(scene.check(1))).containsEntry("Retry-After", "4");
  }

  @Test
  void denied_whenTheCostNeverFits_saysThePeriod() {
    Scene scene = Scene.of(rule("small", "10/1m"));
    assertThat(headers(scene.check(11)))
        .containsEntry("X-RateLimit-Remaining", "10")
        .containsEntry("RateLimit", "\"small\";r=10;t=0")
        .containsEntry("Retry-After", "60");
  }

  @Test
  void warning_saysHowMuchIsUsed() {
    Scene scene = Scene.of(rule("orders", "1000/1m"));
    assertThat(headers(scene.check(879))).containsEntry("X-RateLimit-Warning", "87% used");
    assertThat(headers(scene.pass(Duration.ofMinutes(1)).check(1)))
        .doesNotContainKey("X-RateLimit-Warning");
  }

  @Test
  void denied_isNoWarning() {
    Scene scene = Scene.of(rule("orders", "10/1m"));
    scene.check(10);
    assertThat(headers(scene.check(1))).doesNotContainKey("X-RateLimit-Warning");
  }

  @Test
  void delayed_isAnAllow() {
    Scene scene = Scene.of(rule("paced", "10/1s").onExceed(OnExceed.delay(Duration.ofMillis(500))));
    scene.check(10);
    Decision decision = scene.check(2);
    assertThat(decision.verdict()).isEqualTo(Decision.Verdict.DELAY);
    assertThat(headers(decision))
        .containsEntry("X-RateLimit-Remaining", "0")
        .containsEntry("X-RateLimit-Warning", "100% used")
        .containsEntry("RateLimit", "\"paced\";r=0;t=2")
        .doesNotContainKeys("Retry-After", "X-RateLimit-Retry-After");
  }

  @Test
  void noRule_sendsNothingWhenAllowedAndRetryAfterWhenDenied() {
    assertThat(headers(new Scene(RuleBook.EMPTY).check(1))).isEmpty();
    RuleBook closed = RuleBook.of(List.of(), Fallback.DENY, List.of());
    assertThat(headers(new Scene(closed).check(1))).containsExactly(entry("Retry-After", "1"));
  }

  @Test
  void shadowRule_isToldOnlyWhenAlone() {
    Scene both = Scene.of(rule("trial", "1/1h").mode(Mode.SHADOW), rule("real", "9/1m"));
    both.check(1);
    assertThat(headers(both.check(1)))
        .containsEntry("X-RateLimit-Limit", "9")
        .containsEntry("RateLimit-Policy", "\"real\";q=9;w=60")
        .containsEntry("RateLimit", "\"real\";r=7;t=14");
    Scene alone = Scene.of(rule("trial", "1/1h").mode(Mode.SHADOW));
    alone.check(1);
    assertThat(headers(alone.check(1)))
        .containsEntry("RateLimit", "\"trial\";r=0;t=3600")
        .doesNotContainKey("Retry-After");
  }

  @Test
  void sets_areSentAsChosen() {
    Scene scene = Scene.of(rule("orders", "10/1m"));
    scene.check(10);
    Decision decision = scene.check(1);
    assertThat(headers(decision, List.of(HeaderSet.IETF)))
        .containsOnlyKeys("RateLimit-Policy", "RateLimit", "Retry-After");
    assertThat(headers(decision, List.of(HeaderSet.X_RATELIMIT, HeaderSet.X_RATELIMIT)))
        .hasSize(5)
        .containsKeys("X-RateLimit-Retry-After", "Retry-After")
        .doesNotContainKeys("RateLimit", "RateLimit-Policy");
    assertThat(headers(decision, List.of())).containsOnlyKeys("Retry-After");
    Map<String, String> all = new LinkedHashMap<>();
    RateLimitHeaders.all().render(decision, all::put);
    assertThat(all).isEqualTo(headers(decision));
  }
}
