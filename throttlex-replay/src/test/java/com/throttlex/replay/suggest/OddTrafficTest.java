package com.throttlex.replay.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Suggestions for traffic that says little, or that is made to do harm. */
class OddTrafficTest {
  private static final long SECOND = 1_000_000_000L;

  private static RequestContextBuilder from(int client) {
    return RequestContext.builder().ip("10.0." + client / 256 + "." + client % 256).method("GET");
  }

  /** Returns that many requests at even distances. */
  private static RecordedTraffic traffic(
      int requests, long apart, int status, IntFunction<RequestContextBuilder> request) {
    return sink -> {
      for (int i = 0; i < requests; i++) {
        sink.accept(1_000_000 * SECOND + i * apart, request.apply(i).build(), status);
      }
    };
  }

  private static String file(RecordedTraffic traffic) {
    try {
      String text =
          SuggestedFile.write(Suggester.suggest(traffic, SuggestOptions.DEFAULT, step -> {}));
      RuleFile.parse(text, "suggested.yml");
      return text;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void traffic_ofNothing_givesNoRules() {
    assertThat(file(sink -> {}))
        .contains(
            "No limits can be suggested from this log:",
            "Too few requests: 0 (expected: at least 100).")
        .contains("rules: []");
  }

  @Test
  void traffic_ofTenLines_givesNoRules() {
    assertThat(file(traffic(10, SECOND, 200, i -> from(i).endpoint("/"))))
        .contains("Too few requests: 10 (expected: at least 100).", "rules: []");
  }

  @Test
  void traffic_ofOneClient_givesNoRules() {
    assertThat(file(traffic(5000, SECOND, 200, i -> from(1).endpoint("/a/" + i % 3))))
        .contains("Too few clients", "log the address of the client", "rules: []");
  }

  @Test
  void traffic_withoutAnyClient_givesNoRules() {
    assertThat(file(traffic(500, SECOND, 200, i -> RequestContext.builder().endpoint("/"))))
        .contains("Too few clients", "user: not in the log", "ip: not in the log", "rules: []");
  }

  @Test
  void traffic_ofOneSecond_givesNoRules() {
    assertThat(file(traffic(5000, 0, 200, i -> from(i % 500).endpoint("/"))))
        .contains("Too short: all requests are within 0 s (expected: at least 10 s", "rules: []");
  }

  @Test
  void traffic_ofOneMinute_givesLimitsPerSecond() {
    assertThat(file(traffic(6000, SECOND / 100, 200, i -> from(i % 500).endpoint("/"))))
        .contains("too short for limits per minute (expected: at least 3 min)")
        .contains("limits: 5/1s");
  }

  @Test
  void requests_thatAreLate_areNamedWithARemedy() {
    RecordedTraffic sorted = traffic(6000, SECOND, 200, i -> from(i % 500).endpoint("/"));
    RecordedTraffic again = traffic(60, SECOND, 200, i -> from(i).endpoint("/"));
    RecordedTraffic late =
        sink -> {
          sorted.read(sink);
          again.read(sink);
        };
    assertThat(file(sorted)).doesNotContain("late");
    assertThat(file(late).replace("\n# ", "").replaceAll(" +", " "))
        .contains("60 of the requests are late, at most 100 min behind earlier ones.")
        .contains("longer --out-of-order");
  }

  @Test
  void paths_ofScanners_areNoEndpoints() {
    assertThat(file(traffic(30_000, SECOND, 404, i -> from(i % 500).endpoint("/x" + i + "/admin"))))
        .contains("100 % of the requests are for paths that do not exist")
        .contains("all-per-ip")
        .doesNotContain("endpoint:");
  }

  @Test
  void paths_withVeryManyNames_becomeOnePattern() {
    String text =
        file(
            traffic(
                100_000,
                SECOND / 10,
                200,
                i ->
                    from(i % 500)
                        .endpoint(i % 49 == 0 ? "/login" : "/page-" + name(i) + "/" + name(-i))));
    assertThat(text).contains("endpoint: /{id}/{id}", "endpoint: /login");
    assertThat(text.lines().filter(line -> line.contains("endpoint:"))).hasSize(2);
  }

  private static String name(int number) {
    return Integer.toString(number * 0x9E3779B1, 36).replaceAll("[0-9-]", "x");
  }

  @Test
  void keys_withLineSeparators_stayInTheirComments() {
    String evil = "x\u2028  - id: evil\u2029 # y";
    String text =
        file(
            traffic(
                40_000,
                SECOND / 20,
                200,
                i -> from(1).endpoint("/").user(i % 2 == 0 ? evil : "u-" + i % 501)));
    assertThat(text).contains("stands apart", "all-per-user", "user=x");
    assertThat(RuleFile.parse(text, "suggested.yml").rules())
        .noneMatch(rule -> rule.id().equals("evil"));
  }

  @Test
  void apiKeys_areNeverPrinted() {
    String text =
        file(
            traffic(
                40_000,
                SECOND / 20,
                200,
                i -> from(1).endpoint("/").apiKey(i % 2 == 0 ? "sk_live_secret" : "k" + i % 501)));
    assertThat(text).contains("stands apart", "all-per-api-key").doesNotContain("sk_live");
  }
}
