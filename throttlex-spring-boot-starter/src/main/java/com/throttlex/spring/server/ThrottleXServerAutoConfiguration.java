package com.throttlex.spring.server;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Prepares the embedded server so that limits see the addresses that clients connect from. */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnClass(WebServerFactoryCustomizer.class)
@ConditionalOnBooleanProperty(name = "throttlex.enabled", matchIfMissing = true)
public final class ThrottleXServerAutoConfiguration {
  @Bean
  static PeerCustomizer throttlexPeers(Environment environment) {
    return new PeerCustomizer(environment);
  }
}
