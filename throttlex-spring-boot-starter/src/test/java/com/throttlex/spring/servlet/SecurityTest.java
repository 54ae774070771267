package com.throttlex.spring.servlet;

import com.throttlex.spring.SecurityScenario;
import com.throttlex.spring.Tokens;
import java.security.Principal;
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

class SecurityTest extends SecurityScenario {
  SecurityTest() {
    super(WebApplicationType.SERVLET, Shop.class);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    SecurityFilterChain security(HttpSecurity http) {
      return http.authorizeHttpRequests(
              all -> all.requestMatchers("/open").permitAll().anyRequest().authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }

    @Bean
    JwtDecoder decoder() {
      return NimbusJwtDecoder.withSecretKey(Tokens.key()).build();
    }

    @GetMapping({"/orders", "/flood", "/both", "/slow"})
    String user(Principal user) {
      return user.getName();
    }

    @GetMapping("/open")
    String open() {
      return "open";
    }
  }
}
