package com.throttlex.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.spring.App;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.ThrottleXProperties;
import com.throttlex.spring.store.CounterStatus;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application whose requests a server decides, and which goes on without it. */
@ExtendWith(OutputCaptureExtension.class)
class ServiceModeTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: hello-there, match: {endpoint: /hello}, key: ["header:X-Tenant"], limits: 7/1h}
        - {id: mails, match: {attributes: {rule: mails}}, key: ["attribute:key"], limits: 3/1h}
      """;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @GetMapping("/hello")
    String hello() {
      return "hello";
    }
  }

  private static App start(SmallService service, String... properties) {
    String[] all =
        IntStream.range(0, properties.length + 4)
            .mapToObj(
                i ->
                    switch (i) {
                      case 0 -> "throttlex.mode=service";
                      case 1 -> "throttlex.service.address=" + service.address();
                      case 2 -> "throttlex.service.timeout=10s";
                      case 3 -> "throttlex.service.headers=X-Tenant";
                      default -> properties[i - 4];
                    })
            .toArray(String[]::new);
    return App.servlet(Shop.class, all);
  }

  private static CounterStatus status(App app) {
    return app.context().getBean("throttlexServiceStatus", CounterStatus.class);
  }

  private static long allowedMails(App app, String address) {
    NamedRules rules = app.bean(NamedRules.class);
    return IntStream.range(0, 9)
        .filter(i -> rules.check("mails", address, -1).toCompletableFuture().join().allowed())
        .count();
  }

  @Test
  void server_whileItAnswers_decidesAndThenTheApplicationsOwnRulesDo() throws IOException {
    try (SmallService service = new SmallService(RULES);
        App app =
            start(
                service,
                "throttlex.default-rule=none",
                "throttlex.rules.hello-here.match.endpoint=/hello",
                "throttlex.rules.hello-here.limits=2/1h",
                "throttlex.rules.mails.key=user",
                "throttlex.rules.mails.limits=1/1h",
                "throttlex.rules.all.key=global",
                "throttlex.rules.all.limits=1/1h",
                "throttlex.rules.all.match.endpoint=/nowhere")) {
      assertThat(app.count(200, 30, "/hello", "X-Tenant", "acme")).isEqualTo(7);
      HttpResponse<String> denied = app.get("/hello", "X-Tenant", "acme");
      assertThat(denied.statusCode()).isEqualTo(429);
      assertThat(denied.body()).contains("\"rule\":\"hello-there\"").contains("\"degraded\":false");
      assertThat(allowedMails(app, "a@example.org")).isEqualTo(3);
      assertThat(status(app).problem()).isEmpty();

      service.die();
      assertThat(app.count(200, 30, "/hello", "X-Tenant", "acme")).isEqualTo(2);
      assertThat(app.get("/hello").body())
          .contains("\"rule\":\"hello-here\"")
          .contains("\"degraded\":true");
      assertThat(allowedMails(app, "a@example.org")).isEqualTo(1);
      assertThat(status(app).problem()).contains("does not answer");

      NamedRules rules = app.bean(NamedRules.class);
      Decision first = rules.check("all", null, -1, true).toCompletableFuture().join();
      assertThat(first.rule()).isEqualTo("all");
      rules.giveBack(first).toCompletableFuture().join();
      Decision again = rules.check("all", null, -1, true).toCompletableFuture().join();
      assertThat(again.allowed()).isTrue();
    }
  }

  @Test
  void application_thatShallDenyWithoutItsServer_denies() throws IOException {
    try (SmallService service = new SmallService(RULES);
        App app = start(service, "throttlex.service.on-failure=deny")) {
      assertThat(app.get("/hello", "X-Tenant", "x").statusCode()).isEqualTo(200);
      service.die();
      assertThat(app.get("/hello", "X-Tenant", "x").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void server_thatAsksForAToken_answersWhoHasIt() throws IOException {
    String token = "0123456789abcdef";
    try (SmallService service = new SmallService(RULES, token);
        App app = start(service, "throttlex.service.access-token=" + token)) {
      assertThat(app.count(200, 30, "/hello", "X-Tenant", "acme")).isEqualTo(7);
      assertThat(status(app).problem()).isEmpty();
      assertThat(app.bean(ThrottleXProperties.class).toString()).doesNotContain(token);
    }
  }

  @Test
  void server_thatRefusesTheToken_isAProblemAndLeavesRequestsLimited(CapturedOutput output)
      throws IOException {
    try (SmallService service = new SmallService(RULES, "0123456789abcdef");
        App app =
            start(
                service,
                "throttlex.service.access-token=fedcba9876543210",
                "throttlex.rules.hello-here.match.endpoint=/hello",
                "throttlex.rules.hello-here.limits=2/1h")) {
      assertThat(app.count(200, 30, "/hello", "X-Tenant", "acme")).isEqualTo(2);
      assertThat(status(app).problem()).contains("refuses the access token");
    }
    assertThat(output)
        .contains("ERROR")
        .containsOnlyOnce("throttlex.service.access-token")
        .doesNotContain("fedcba9876543210");
  }

  @Test
  void application_thatIsSwitchedOff_asksNobody() {
    try (App app = App.servlet(Shop.class, "throttlex.enabled=false", "throttlex.mode=service")) {
      assertThat(app.get("/hello").headers().map()).doesNotContainKey("x-ratelimit-limit");
      assertThat(app.context().getBeanNamesForType(Decider.class)).isEmpty();
    }
  }

  @Test
  void settings_thatAreWrong_areNamed() {
    assertThatThrownBy(
            () ->
                App.plain(Shop.class, "throttlex.mode=service", "throttlex.service.address=here")
                    .close())
        .rootCause()
        .hasMessage("throttlex.service.address: \"here\" (expected: HOST:PORT)");
    assertThatThrownBy(
            () ->
                App.plain(Shop.class, "throttlex.mode=service", "throttlex.service.timeout=-1s")
                    .close())
        .rootCause()
        .hasMessage("throttlex.service.timeout: PT-1S (expected: between 1ms and 1m)");
    assertThatThrownBy(
            () ->
                App.plain(
                        Shop.class,
                        "throttlex.mode=service",
                        "throttlex.service.ca-file=ca.pem",
                        "throttlex.service.cert-file=cert.pem",
                        "throttlex.service.key-file=key.pem",
                        "throttlex.service.access-token=secret")
                    .close())
        .rootCause()
        .hasMessage(
            "throttlex.service.ca-file: ca.pem (expected: none without TLS)\n"
                + "throttlex.service.cert-file: cert.pem (expected: none without TLS)\n"
                + "throttlex.service.access-token: a text of 6 characters (expected: at least 16"
                + " visible ASCII characters, no blanks)");
    assertThatThrownBy(
            () ->
                App.plain(
                        Shop.class,
                        "throttlex.mode=service",
                        "throttlex.service.tls=true",
                        "throttlex.service.cert-file=cert.pem")
                    .close())
        .rootCause()
        .hasMessage(
            "throttlex.service.key-file: missing (expected: the key of the certificate in"
                + " cert-file)");
  }
}
