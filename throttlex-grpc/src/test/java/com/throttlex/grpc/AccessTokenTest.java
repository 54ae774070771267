package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.store.FailureMode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service that answers only clients with an access token. */
class AccessTokenTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final String OTHER = "fedcba9876543210";

  private final RemoteLab lab = new RemoteLab();
  private final FakeService service = lab.service;
  private final Logger logger = Logger.getLogger(RemoteDecider.class.getName());
  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Handler keeping =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(keeping);
  }

  @AfterEach
  void close() {
    logger.removeHandler(keeping);
    lab.close();
  }

  private List<String> errors() {
    return logged.stream()
        .filter(entry -> entry.getLevel().equals(Level.SEVERE))
        .map(LogRecord::getMessage)
        .toList();
  }

  @Test
  void token_isSentWithEveryCall() throws Exception {
    service.required = TOKEN;
    lab.open(lab.settings().withAccessToken(TOKEN));
    assertThat(lab.check(RemoteLab.USER).degraded()).isFalse();
    assertThat(lab.check(RemoteLab.USER).degraded()).isFalse();
    RemoteLab.get(lab.decider.settleAsync("r", 1, Outcome.SUCCESS));
    assertThat(service.tokens).containsExactly(TOKEN, TOKEN, TOKEN);
    assertThat(service.settlements).hasSize(1);
    assertThat(logged).isEmpty();
  }

  @Test
  void token_thatIsNotSet_isNotSent() throws Exception {
    lab.check(RemoteLab.USER);
    assertThat(service.tokens).containsExactly("");
  }

  @Test
  void token_thatIsMissing_isAnErrorThatSaysWhatToSet() throws Exception {
    service.required = TOKEN;
    assertThat(lab.check(RemoteLab.USER).degraded()).isTrue();
    String why =
        "the service at "
            + service.address()
            + " refuses calls without access token: UNAUTHENTICATED, who are you?";
    assertThat(lab.decider.problem()).isEqualTo(why);
    assertThat(errors())
        .containsExactly(
            why
                + "; using on-failure: local. Set ServiceSettings.withAccessToken (Spring Boot:"
                + " throttlex.service.access-token) to one of the service's server.access.tokens");
  }

  @Test
  void token_thatIsWrong_isLoggedOnceAMinuteAndNeverShown() throws Exception {
    service.required = TOKEN;
    lab.open(lab.settings().withAccessToken(OTHER));
    for (int second = 0; second < 60; second++) {
      assertThat(lab.check(RemoteLab.USER).degraded()).isTrue();
      lab.time.advance(Duration.ofSeconds(1));
    }
    assertThat(errors()).hasSize(1);
    lab.check(RemoteLab.USER);
    assertThat(errors())
        .hasSize(2)
        .allSatisfy(
            text -> assertThat(text).contains("refuses the access token").doesNotContain(OTHER));
    assertThat(lab.decider.problem()).doesNotContain(OTHER);
  }

  @Test
  void requests_ofARefusedClient_areDecidedLocallyAndAskOnceASecond() throws Exception {
    service.required = TOKEN;
    long allowed = 0;
    for (int i = 0; i < 50; i++) {
      Decision decision = lab.check(RemoteLab.USER);
      assertThat(decision.degraded()).isTrue();
      allowed += decision.allowed() ? 1 : 0;
    }
    assertThat(allowed).isEqualTo(2);
    assertThat(service.tokens).hasSize(1);

    service.required = "";
    lab.time.advance(Duration.ofSeconds(1));
    assertThat(lab.check(RemoteLab.USER).degraded()).isFalse();
    assertThat(lab.decider.problem()).isEmpty();
  }

  @Test
  void serviceThatWasAway_andThenRefuses_isAnErrorToo() throws Exception {
    service.answer = io.grpc.Status.UNAVAILABLE;
    lab.check(RemoteLab.USER);
    assertThat(errors()).isEmpty();
    service.required = TOKEN;
    lab.check(RemoteLab.USER);
    assertThat(errors()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOW", "DENY"})
  void requests_ofARefusedClient_areAnsweredAsTheModeSays(FailureMode mode) throws Exception {
    service.required = TOKEN;
    lab.open(lab.settings().withOnFailure(mode));
    assertThat(lab.check(RemoteLab.USER).allowed()).isEqualTo(mode == FailureMode.ALLOW);
    assertThat(errors()).singleElement().asString().contains("on-failure: " + lower(mode));
  }

  private static String lower(FailureMode mode) {
    return mode == FailureMode.ALLOW ? "allow" : "deny";
  }
}
