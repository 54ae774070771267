package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestField;
import com.throttlex.server.RequestSamples;
import com.throttlex.server.RunningServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One check against a service. */
class CheckCommandTest {
  private static final String CHECK = "POST /api/v1/check";
  private static final String ALLOWED =
      """
      {"allowed":true,"limit":1000,"remaining":987,"currentCount":13,"resetAt":1790000012,
       "retryAfter":0,"rule":"orders-per-user","algorithm":"gcra","state":"NORMAL",
       "degraded":false,"limits":[]}""";
  private static final String DENIED =
      """
      {"allowed":false,"limit":10,"remaining":0,"resetAt":1790000012,"retryAfter":3,
       "rule":"a","degraded":true,"status":429}""";

  @TempDir Path folder;
  private final Service service = new Service();

  @AfterEach
  void stop() {
    service.close();
  }

  private Terminal terminal() {
    return new Terminal(folder).variable("THROTTLEX_SERVER", service.url());
  }

  @Test
  void check_allowed_isPrintedAndExitsWithZero() {
    service.on(CHECK, 200, ALLOWED);
    Terminal terminal = terminal();

    assertThat(terminal.run("check", "--user", "u")).isEqualTo(0);
    assertThat(terminal.out())
        .isEqualTo("allowed by orders-per-user: 987 of 1000 left, resets in 12 s\n");
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void check_denied_isPrintedAndExitsWithOne() {
    service.on(CHECK, 429, DENIED);
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(1);
    assertThat(terminal.out())
        .isEqualTo(
            "denied by a: 0 of 10 left, retry in 3 s (degraded: the store does not answer)\n");
  }

  @Test
  void check_answeredWith503_isDeniedIfShedAndAFailureIfUndecided() {
    service.on(CHECK, 503, DENIED.replace("429", "503"));
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(1);
    assertThat(terminal.out()).startsWith("denied by a: ");

    service.on(
        CHECK, 503, "{\"status\":503,\"detail\":\"Rate limits are temporarily unavailable.\"}");
    assertThat(terminal.run("check")).isEqualTo(3);
    assertThat(terminal.err()).contains("503: Rate limits are temporarily unavailable.");
  }

  @Test
  void check_queued_printsItsTicketAndExitsWithOne() {
    service.on(
        CHECK,
        202,
        "{\"allowed\":false,\"limit\":2,\"remaining\":0,\"resetAt\":1,\"retryAfter\":3,"
            + "\"rule\":\"a\",\"queued\":true,\"ticket\":\"17-0\",\"deadline\":1790000300}");
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(1);
    assertThat(terminal.out()).isEqualTo("queued by a: 0 of 2 left, ticket 17-0\n");
  }

  @Test
  void check_withDelayAndReservation_printsBoth() {
    service.on(
        CHECK,
        200,
        "{\"allowed\":true,\"limit\":2,\"remaining\":1,\"resetAt\":1,\"rule\":\"a\","
            + "\"delayMs\":250,\"reservation\":\"r-1\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("check", "--reserve")).isEqualTo(0);
    assertThat(terminal.out())
        .isEqualTo(
            "allowed by a: 1 of 2 left, resets in 0 s, after a wait of 250 ms\nreservation: r-1\n");
  }

  @Test
  void check_withoutAMatchingRule_saysThatNoRuleApplies() {
    service.on(CHECK, 200, "{\"allowed\":true,\"rule\":null,\"limit\":0}");
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(0);
    assertThat(terminal.out()).isEqualTo("allowed: no rule applies\n");
  }

  @Test
  void check_withTheJsonOption_printsTheAnswerUnchanged() {
    service.on(CHECK, 429, DENIED);
    Terminal terminal = terminal();

    assertThat(terminal.run("check", "--json")).isEqualTo(1);
    assertThat(terminal.out()).isEqualTo(DENIED + "\n");
  }

  @Test
  void check_withEveryOption_sendsEveryField() {
    service.on(CHECK, 200, ALLOWED);

    terminal()
        .run(
            ("check --user u --ip 1.2.3.4 --api-key k --endpoint /a --method GET --service s"
                    + " --tier pro --priority low --cost 0 --attribute a=1 --attribute b=2=3"
                    + " --idempotency-key i --reserve")
                .split(" "));

    assertThat(new JsonObject(service.asked().get(0).body()))
        .isEqualTo(
            new JsonObject(
                """
                {"user":"u","ip":"1.2.3.4","apiKey":"k","endpoint":"/a","method":"GET",
                 "service":"s","tier":"pro","priority":"low","cost":0,
                 "attributes":{"a":"1","b":"2=3"},"idempotencyKey":"i","reserve":true}"""));
  }

  static Stream<RequestField> named() {
    return RequestSamples.named();
  }

  @ParameterizedTest
  @MethodSource("named")
  void check_withTheOptionOfAField_sendsIt(RequestField field) {
    service.on(CHECK, 200, ALLOWED);
    Object value = RequestSamples.value(field);
    String word = field.kind() == RequestField.Kind.MAP ? "n=v" : value.toString();
    List<String> words = List.of("check", field.option(), word);
    boolean alone = field.kind() == RequestField.Kind.FLAG;

    assertThat(terminal().run(words.subList(0, alone ? 2 : 3).toArray(new String[0]))).isZero();
    assertThat(service.asked().get(0).body())
        .isEqualTo(new JsonObject().put(field.text(), value).encode());
  }

  @Test
  void check_withoutOptions_sendsNoField() {
    service.on(CHECK, 200, ALLOWED);

    terminal().run("check");

    assertThat(service.asked().get(0).body()).isEqualTo("{}");
  }

  @Test
  void check_refusedAsBadRequest_isWrongUsageAndSaysWhy() {
    service.on(CHECK, 400, "{\"detail\":\"bad\",\"problems\":[\"ip: \\\"x\\\"\",\"cost: 0\"]}");
    Terminal terminal = terminal();

    assertThat(terminal.run("check", "--ip", "x")).isEqualTo(2);
    assertThat(terminal.err()).isEqualTo(service.url() + ": 400: bad\n  ip: \"x\"\n  cost: 0\n");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void check_withACostThatIsNoNumber_isWrongUsage() {
    assertThat(terminal().run("check", "--cost", "much")).isEqualTo(2);
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void check_whenTheServiceFails_isAFailure() {
    service.on(CHECK, 503, "gone");
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(3);
    assertThat(terminal.err()).isEqualTo(service.url() + ": status 503\n");
  }

  @Test
  void check_answeredWithoutJson_isAFailure() {
    service.on(CHECK, 200, "<html>");

    assertThat(terminal().run("check")).isEqualTo(3);
  }

  @Test
  void check_whenTheServiceIsUnreachable_isAFailure() {
    service.close();
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(3);
    assertThat(terminal.err()).startsWith(service.url() + ": no answer, ");
  }

  @Test
  void urlOption_winsOverTheVariable() {
    service.on(CHECK, 200, ALLOWED);
    Terminal terminal = new Terminal(folder).variable("THROTTLEX_SERVER", "http://nowhere.invalid");

    assertThat(terminal.run("check", "--url", service.url() + "/")).isEqualTo(0);
    assertThat(terminal.run("check", "--url", "not a url")).isEqualTo(2);
  }

  @Test
  void accessToken_fromOptionOrVariable_isSentAndTheOptionWins() {
    service.on(CHECK, 200, ALLOWED);
    Terminal terminal = terminal();

    terminal.run("check");
    terminal.run("check", "--access-token", "of-the-option-0123");
    terminal.variable("THROTTLEX_ACCESS_TOKEN", "of-the-variable-45");
    terminal.run("check");
    terminal.run("check", "--access-token", "of-the-option-0123");

    assertThat(service.asked())
        .extracting(Service.Asked::accessToken)
        .containsExactly("null", "of-the-option-0123", "of-the-variable-45", "of-the-option-0123");
    assertThat(service.asked()).extracting(Service.Asked::authorization).containsOnly("null");
  }

  @Test
  void accessToken_thatIsMalformed_isWrongUsageAndNotPrinted() {
    Terminal terminal = terminal();

    for (String token :
        new String[] {"", "too-short", "with a blank in it", "schl\u00fcssel-f\u00fcr-alle"}) {
      assertThat(terminal.run("check", "--access-token", token)).isEqualTo(2);
      assertThat(terminal.err())
          .isEqualTo(
              "access token: a text of "
                  + token.length()
                  + " characters (expected: at least 16 visible ASCII characters, no blanks)\n");
    }
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void check_refusedForItsAccessToken_saysWhatToSet() {
    service.on(CHECK, 401, "{\"status\":401,\"title\":\"Unauthorized\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("check")).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            service.url()
                + ": 401: Unauthorized (expected: one of the service's access tokens in"
                + " --access-token or THROTTLEX_ACCESS_TOKEN)\n");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void check_ofAServiceWithAccessTokens_needsOne() throws Exception {
    String settings = "server: {access: {tokens: [{name: cli, token: cli-token-0123456789}]}}\n";
    try (RunningServer server = RunningServer.start(folder, "version: 1\nrules: []\n", settings)) {
      Terminal terminal =
          new Terminal(folder).variable("THROTTLEX_SERVER", "http://127.0.0.1:" + server.port());

      assertThat(terminal.run("check", "--user", "u")).isEqualTo(2);
      assertThat(terminal.err()).contains("--access-token");
      assertThat(terminal.run("check", "--user", "u", "--access-token", "cli-token-0123456789"))
          .isEqualTo(0);
      terminal.variable("THROTTLEX_ACCESS_TOKEN", "cli-token-0123456789");
      assertThat(terminal.run("check", "--user", "u")).isEqualTo(0);
    }
  }
}
