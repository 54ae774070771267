package com.throttlex.spring.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.spring.App;
import com.throttlex.spring.Tokens;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** With Spring Security, rules for addresses apply before it and rules for users after it. */
class SecurityTest {
  private static App app;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    SecurityFilterChain security(HttpSecurity http) {
      return http.authorizeHttpRequests(all -> all.anyRequest().authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }

    @Bean
    JwtDecoder decoder() {
      return NimbusJwtDecoder.withSecretKey(Tokens.key()).build();
    }

    @GetMapping({"/orders", "/flood", "/both", "/slow"})
    String orders() {
      return "orders";
    }
  }

  @BeforeAll
  static void start() {
    app =
        App.start(
            WebApplicationType.SERVLET,
            Shop.class,
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
            "throttlex.rules.slow.on-exceed.delay=2s");
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  private static HttpResponse<String> ask(String path, String address, String token) {
    return app.get(path, "X-Forwarded-For", address, "Authorization", token);
  }

  @Test
  void requests_thatNobodyAuthenticates_areLimitedByTheirAddress() {
    for (int i = 0; i < 5; i++) {
      HttpResponse<String> answer = app.get("/flood", "X-Forwarded-For", "198.51.100.1");
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("X-RateLimit-Remaining")).contains("" + (4 - i));
    }
    assertThat(app.get("/flood", "X-Forwarded-For", "198.51.100.1").statusCode()).isEqualTo(429);
    assertThat(app.get("/flood", "X-Forwarded-For", "198.51.100.2").statusCode()).isEqualTo(401);
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
    String address = "198.51.100.7";
    assertThat(
            app.count(
                200,
                30,
                "/both",
                "X-Forwarded-For",
                address,
                "Authorization",
                Tokens.bearer("bob", "free")))
        .isEqualTo(3);
    assertThat(app.bean(ThrottleX.class).inspect("both-by-address|ip=" + address))
        .singleElement()
        .satisfies(status -> assertThat(status.remaining()).isEqualTo(7));
  }

  @Test
  void answer_thatPassesBothFilters_tellsTheLimitWithTheLeastLeft() {
    HttpResponse<String> answer = ask("/both", "198.51.100.8", Tokens.bearer("eve", "free"));
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
}
