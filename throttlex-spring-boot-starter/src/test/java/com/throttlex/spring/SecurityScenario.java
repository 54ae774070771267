package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;

/**
 * Tests an application with Spring Security: rules for addresses apply before it, and rules for
 * users after it.
 *
 * <p>The application has the paths {@code /orders}, {@code /flood}, {@code /both} and {@code
 * /slow}, which answer with the name of the user, and {@code /open}, which needs no user.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SecurityScenario {
  private final WebApplicationType type;
  private final Class<?> source;
  private App app;

  protected SecurityScenario(WebApplicationType type, Class<?> source) {
    this.type = type;
    this.source = source;
  }

  @BeforeAll
  void start() {
    app =
        App.start(
            type,
            source,
            Set.of(App.Part.SECURITY),
            "throttlex.identity.tier-claim=plan",
            "throttlex.identity.trusted-proxies=127.0.0.0/8",
            "throttlex.tiers=free,pro",
            "throttlex.default-rule=none",
            "throttlex.rules.flood.match.endpoint=/flood",
            "throttlex.rules.flood.limits=5/1h",
            "throttlex.rules.orders.match.endpoint=/orders",
            "throttlex.rules.orders.key[0]=user",
            "throttlex.rules.orders.limits.free=2/1h",
            "throttlex.rules.orders.limits.pro=4/1h",
            "throttlex.rules.both-by-address.match.endpoint=/both",
            "throttlex.rules.both-by-address.limits=10/1d",
            "throttlex.rules.both-by-address.algorithm=fixed-window",
            "throttlex.rules.both-by-user.match.endpoint=/both",
            "throttlex.rules.both-by-user.key[0]=user",
            "throttlex.rules.both-by-user.limits=3/1h",
            "throttlex.rules.slow.match.endpoint=/slow",
            "throttlex.rules.slow.key[0]=user",
            "throttlex.rules.slow.limits=10/1s",
            "throttlex.rules.slow.burst=1",
            "throttlex.rules.slow.on-exceed.delay=2s",
            "throttlex.rules.open-by-address.match.endpoint=/open",
            "throttlex.rules.open-by-address.limits=100/1h",
            "throttlex.rules.open-by-user.match.endpoint=/open",
            "throttlex.rules.open-by-user.key[0]=user",
            "throttlex.rules.open-by-user.limits=3/1h");
  }

  @AfterAll
  void stop() {
    app.close();
  }

  private HttpResponse<String> both(String address, String token) {
    return app.get("/both", "X-Forwarded-For", address, "Authorization", token);
  }

  @Test
  void requests_thatNobodyAuthenticates_areLimitedByTheirAddress() {
    for (int i = 0; i < 5; i++) {
      HttpResponse<String> answer = app.get("/flood", "X-Forwarded-For", "198.51.100.1");
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("X-RateLimit-Remaining")).contains("" + (4 - i));
    }
    HttpResponse<String> denied = app.get("/flood", "X-Forwarded-For", "198.51.100.1");
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.body()).contains("\"rule\":\"flood\"");
    assertThat(app.get("/flood", "X-Forwarded-For", "198.51.100.2").statusCode()).isEqualTo(401);
    assertThat(app.count(401, 20, "/flood", "X-Forwarded-For", "198.51.100.3")).isEqualTo(5);
  }

  @Test
  void requests_ofUsers_areLimitedByTheTierOfTheirToken() {
    assertThat(app.count(200, 12, "/orders", "Authorization", Tokens.bearer("fay", "free")))
        .isEqualTo(2);
    assertThat(app.count(200, 12, "/orders", "Authorization", Tokens.bearer("pia", "pro")))
        .isEqualTo(4);
    HttpResponse<String> denied = app.get("/orders", "Authorization", Tokens.bearer("fay", "free"));
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.body()).contains("\"rule\":\"orders\"").contains("\"limit\":2");
  }

  @Test
  void request_thatTheUsersRuleDenies_isNotChargedToTheAddress() {
    String bob = Tokens.bearer("bob", "free");
    long admitted =
        app.count(200, 30, "/both", "X-Forwarded-For", "198.51.100.7", "Authorization", bob);
    assertThat(admitted).isEqualTo(3);
    assertThat(app.bean(ThrottleX.class).inspect("both-by-address|ip=198.51.100.7"))
        .singleElement()
        .satisfies(status -> assertThat(status.remaining()).isEqualTo(7));
  }

  @Test
  void usersRule_holdsWhereverTheUserComesFrom() {
    String ann = Tokens.bearer("ann", "free");
    for (int i = 11; i < 14; i++) {
      assertThat(both("192.0.2." + i, ann).body()).isEqualTo("ann");
    }
    HttpResponse<String> denied = both("192.0.2.14", ann);
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.body()).contains("\"rule\":\"both-by-user\"");
    assertThat(both("192.0.2.14", Tokens.bearer("carl", "pro")).body()).isEqualTo("carl");
  }

  @Test
  void answer_thatPassesBothFilters_tellsTheLimitWithTheLeastLeft() {
    HttpResponse<String> answer = both("198.51.100.8", Tokens.bearer("eve", "free"));
    assertThat(answer.headers().allValues("X-RateLimit-Remaining")).containsExactly("2");
    assertThat(answer.headers().allValues("X-RateLimit-Limit")).containsExactly("3");
  }

  @Test
  void request_thatHasToWait_isStillAuthenticatedWhenItGoesOn() {
    assertThat(app.count(200, 6, "/slow", "Authorization", Tokens.bearer("sam", "free")))
        .isEqualTo(6);
  }

  @Test
  void token_thatIsForged_isNobody() {
    assertThat(app.get("/orders", "Authorization", "Bearer x.y.z").statusCode()).isEqualTo(401);
  }

  @Test
  void anonymousRequest_isNobodys() {
    for (int i = 0; i < 5; i++) {
      HttpResponse<String> answer = app.get("/open", "X-Forwarded-For", "192.0.2.21");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("X-RateLimit-Limit")).contains("100");
    }
  }
}
