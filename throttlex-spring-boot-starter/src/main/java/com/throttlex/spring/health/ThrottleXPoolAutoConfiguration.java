package com.throttlex.spring.health;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Makes the application's connection pools health signals. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnClass(HikariDataSource.class)
@ConditionalOnBean(AdaptiveLimits.class)
public final class ThrottleXPoolAutoConfiguration {
  @Bean
  SmartInitializingSingleton throttlexPoolSignals(
      AdaptiveLimits limits, ObjectProvider<DataSource> sources, Environment environment) {
    return () ->
        new PoolSignals(sources.stream().toList())
            .watch(limits, ThrottleXAutoConfiguration.ownSources(environment));
  }
}
