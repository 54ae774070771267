package com.throttlex.spring.webflux;

import com.throttlex.spring.SecurityScenario;
import com.throttlex.spring.Tokens;
import java.security.Principal;
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

class WebFluxSecurityTest extends SecurityScenario {
  WebFluxSecurityTest() {
    super(WebApplicationType.REACTIVE, Shop.class);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    SecurityWebFilterChain chain(ServerHttpSecurity security) {
      return security
          .authorizeExchange(
              paths -> paths.pathMatchers("/open").permitAll().anyExchange().authenticated())
          .anonymous(Customizer.withDefaults())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }

    @Bean
    ReactiveJwtDecoder decoder() {
      return NimbusReactiveJwtDecoder.withSecretKey(Tokens.key()).build();
    }

    @GetMapping({"/orders", "/flood", "/both", "/slow"})
    Mono<String> user(Mono<Principal> user) {
      return user.map(Principal::getName);
    }

    @GetMapping("/open")
    String open() {
      return "open";
    }
  }
}
