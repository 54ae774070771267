package com.throttlex.spring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.throttlex.spring.App;
import com.throttlex.spring.App.Part;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A reactive application that admits requests with a token. */
class WebFluxSecurityTest {
  private static final byte[] SECRET =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static App app;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    ReactiveJwtDecoder decoder() {
      return NimbusReactiveJwtDecoder.withSecretKey(new SecretKeySpec(SECRET, "HmacSHA256"))
          .build();
    }

    @Bean
    SecurityWebFilterChain chain(ServerHttpSecurity security) {
      return security
          .authorizeExchange(
              paths -> paths.pathMatchers("/open").permitAll().anyExchange().authenticated())
          .anonymous(Customizer.withDefaults())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }

    @GetMapping("/me")
    Mono<String> me(Mono<Principal> user) {
      return user.map(Principal::getName);
    }

    @GetMapping("/open")
    String open() {
      return "open";
    }
  }

  @BeforeAll
  static void start() {
    app =
        App.start(
            WebApplicationType.REACTIVE,
            Shop.class,
            Set.of(Part.SECURITY),
            "throttlex.identity.trusted-proxies=127.0.0.1",
            "throttlex.identity.tier-claim=plan",
            "throttlex.tiers[0]=free",
            "throttlex.tiers[1]=pro",
            "throttlex.rules.address.match.endpoint=/me",
            "throttlex.rules.address.limits=6/1h",
            "throttlex.rules.person.key[0]=user",
            "throttlex.rules.person.limits.free=3/1h",
            "throttlex.rules.person.limits.pro=9/1h");
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @Test
  void addressRule_holdsAgainstThoseWhoNeverGetIn() {
    assertThat(me("192.0.2.1", "Basic nothing").statusCode()).isEqualTo(401);
    assertThat(header(me("192.0.2.1", "Basic nothing"), "X-RateLimit-Remaining")).isEqualTo("4");
    assertThat(app.count(401, 20, "/me", "X-Forwarded-For", "192.0.2.1")).isEqualTo(4);
    HttpResponse<String> denied = me("192.0.2.1", "Basic nothing");
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.body()).contains("\"rule\":\"address\"");
    assertThat(me("192.0.2.2", "Basic nothing").statusCode()).isEqualTo(401);
  }

  @Test
  void userRule_holdsWhereverTheUserComesFrom_andItsDenialsChargeNothing() throws JOSEException {
    String ann = bearer("ann", "free");
    assertThat(me("192.0.2.11", ann).body()).isEqualTo("ann");
    assertThat(me("192.0.2.12", ann).statusCode()).isEqualTo(200);
    assertThat(me("192.0.2.13", ann).statusCode()).isEqualTo(200);
    for (int i = 0; i < 10; i++) {
      HttpResponse<String> denied = me("192.0.2.14", ann);
      assertThat(denied.statusCode()).isEqualTo(429);
      assertThat(denied.body()).contains("\"rule\":\"person\"");
    }
    HttpResponse<String> bob = me("192.0.2.14", bearer("bob", "pro"));
    assertThat(bob.statusCode()).isEqualTo(200);
    assertThat(bob.headers().allValues("X-RateLimit-Limit")).containsExactly("6");
    assertThat(header(bob, "X-RateLimit-Remaining")).isEqualTo("5");
  }

  @Test
  void tier_isTheClaimOfTheToken() throws JOSEException {
    String token = bearer("carl", "pro");
    long allowed = app.count(200, 20, "/open", "Authorization", token);
    assertThat(allowed).isEqualTo(9);
  }

  @Test
  void anonymousRequest_isNobodys() {
    for (int i = 0; i < 5; i++) {
      HttpResponse<String> answer = app.get("/open", "X-Forwarded-For", "192.0.2.21");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(header(answer, "X-RateLimit-Limit")).isEqualTo("100");
    }
  }

  private static HttpResponse<String> me(String address, String authorization) {
    return app.get("/me", "X-Forwarded-For", address, "Authorization", authorization);
  }

  private static String bearer(String user, String plan) throws JOSEException {
    JWTClaimsSet claims = new JWTClaimsSet.Builder().subject(user).claim("plan", plan).build();
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    token.sign(new MACSigner(SECRET));
    return "Bearer " + token.serialize();
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
