package com.throttlex.spring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import java.security.Principal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** A reactive application that is mounted at {@code /shop}, and knows users by a filter. */
class MountedWebFluxTest {
  private static App app;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @GetMapping({"/me", "/keys", "/paths"})
    String page() {
      return "page";
    }

    /** Before the one below, where Spring Security does not say that there are two phases. */
    @Bean
    ThrottleXWebFilter early(WebFilterSettings settings) {
      return ThrottleXWebFilter.beforeAuthentication(settings, -101);
    }

    @Bean
    @Order(-100)
    WebFilter login() {
      return (exchange, chain) -> {
        String user = exchange.getRequest().getHeaders().getFirst("X-User");
        Principal principal = () -> user;
        return user == null
            ? chain.filter(exchange)
            : chain.filter(exchange.mutate().principal(Mono.just(principal)).build());
      };
    }
  }

  @BeforeAll
  static void start() {
    app =
        App.reactive(
            Shop.class,
            "spring.webflux.base-path=/shop",
            "throttlex.rules.me.match.endpoint=/me",
            "throttlex.rules.me.key[0]=user",
            "throttlex.rules.me.limits=1/1h",
            "throttlex.rules.keys.match.endpoint=/keys",
            "throttlex.rules.keys.key[0]=api-key",
            "throttlex.rules.keys.limits=1/1h",
            "throttlex.rules.paths.match.endpoint=/paths",
            "throttlex.rules.paths.match.methods=GET",
            "throttlex.rules.paths.limits=1/1h");
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @Test
  void path_isTheOneWithinTheApplication() {
    assertThat(app.get("/shop/paths").statusCode()).isEqualTo(200);
    assertThat(app.get("/shop/paths").statusCode()).isEqualTo(429);
  }

  @Test
  void apiKey_inASecondLine_makesNoOtherClient() {
    assertThat(app.get("/shop/keys", "X-API-Key", "a").statusCode()).isEqualTo(200);
    assertThat(app.get("/shop/keys", "X-API-Key", "a", "X-API-Key", "b").statusCode())
        .isEqualTo(429);
  }

  @Test
  void filterBeforeAuthentication_whereThereIsOnePhase_leavesEverythingToTheOneBehind() {
    assertThat(app.get("/shop/me", "X-User", "ann").statusCode()).isEqualTo(200);
    assertThat(app.get("/shop/me", "X-User", "ann").statusCode()).isEqualTo(429);
    assertThat(app.get("/shop/me", "X-User", "bob").statusCode()).isEqualTo(200);
  }

  @Test
  void user_withoutAName_isNobody() {
    assertThat(app.get("/shop/me", "X-User", "").statusCode()).isEqualTo(200);
  }
}
