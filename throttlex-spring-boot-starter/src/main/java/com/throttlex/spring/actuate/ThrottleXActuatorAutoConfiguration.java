package com.throttlex.spring.actuate;

import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import com.throttlex.spring.ThrottleXProperties;
import com.throttlex.spring.refresh.RuleRefresh;
import com.throttlex.spring.store.CounterStatus;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Adds the actuator endpoint {@code throttlex}, if the application exposes it. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(ThrottleXEndpoint.class)
@ConditionalOnBean(ThrottleX.class)
public final class ThrottleXActuatorAutoConfiguration {
  @Bean
  ThrottleXEndpoint throttlexEndpoint(
      ThrottleX throttlex,
      ThrottleXProperties properties,
      Enforcement enforcement,
      ObjectProvider<CounterStatus> counters,
      ObjectProvider<RuleRefresh> refresh,
      Environment environment) {
    Conditions conditions = new Conditions(counters, refresh);
    String application = environment.getProperty("spring.application.name", "");
    return new ThrottleXEndpoint(
        throttlex,
        new Overview(properties.mode(), throttlex, enforcement, conditions),
        () ->
            RequestContext.builder()
                .ipv6Prefix(properties.identity().ipv6Prefix())
                .service(application.isEmpty() ? null : application));
  }

  @Bean
  static SentCheckAdvisor throttlexSentCheckAdvisor() {
    return new SentCheckAdvisor();
  }
}
