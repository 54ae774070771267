package com.throttlex.spring.store;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.redis.Redis;
import com.throttlex.rule.Rule;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import com.throttlex.spring.ThrottleXProperties;
import com.throttlex.spring.ThrottleXProperties.Mode;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Chooses the store: the one of {@code throttlex.store}, else the application's Redis if {@code
 * throttlex-redis} is present, else its database if {@code throttlex-jdbc} is, else memory.
 */
@AutoConfiguration(
    before = ThrottleXAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnBooleanProperty(name = "throttlex.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(Store.class)
public final class ThrottleXStoreAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger("com.throttlex");

  /** After the application's own migrations, which fail in a database that already has tables. */
  @Bean
  @DependsOnDatabaseInitialization
  Counters throttlexCounters(
      ThrottleXProperties properties,
      TimeSource time,
      ObjectProvider<MeterRegistry> registry,
      ObjectProvider<ApplicationStore> application,
      ResourceLoader resources) {
    StoreContext around =
        new StoreContext(
            time,
            properties.storeTimeout(),
            properties.storeRequired(),
            properties.expectedNodes(),
            StoreContext.breaker(properties.breaker()),
            registry.getIfUnique(),
            "");
    StoreChoice choice =
        new StoreChoice(application.orderedStream().toList(), around, resources.getClassLoader());
    String setting = properties.store() == null ? "" : properties.store().strip();
    Counters counters =
        properties.stores().isEmpty()
            ? one(choice, setting, properties.mode())
            : several(choice, setting, properties, around);
    LOG.info("counting in {}", counters.place());
    return counters;
  }

  private static Counters one(StoreChoice choice, String setting, Mode mode) {
    return setting.isEmpty() ? unsaid(choice, mode) : choice.by(setting);
  }

  /** Returns the default store and the further ones; closes all of them if one fails. */
  private static Counters several(
      StoreChoice choice, String setting, ThrottleXProperties properties, StoreContext around) {
    Map<String, Counters> opened = new LinkedHashMap<>();
    try {
      StoreChoice first = choice.named(Rule.DEFAULT_STORE);
      opened.put(Rule.DEFAULT_STORE, one(first, setting, properties.mode()));
      properties
          .stores()
          .forEach((name, url) -> opened.put(name, choice.named(name).by(url.strip())));
    } catch (RuntimeException e) {
      opened.values().forEach(Counters::close);
      throw e;
    }
    return new PlacedCounters(opened, around);
  }

  /** Moves counters to the stores that the rules name, if there are several stores. */
  @Bean
  SmartInitializingSingleton throttlexStoreMoves(
      Counters counters, ObjectProvider<ThrottleX> throttlex) {
    return () -> {
      if (counters instanceof PlacedCounters placed) {
        throttlex.ifAvailable(engine -> placed.follow(engine::rules));
      }
    };
  }

  /** Returns the store when none is set; memory in mode service, which needs it in fallback. */
  private static Counters unsaid(StoreChoice choice, Mode mode) {
    return mode == Mode.SERVICE ? choice.by("memory:") : choice.whatIsThere();
  }

  @Bean(destroyMethod = "") // closed with the engine, and with the counters
  Store throttlexStore(Counters counters) {
    return counters.store();
  }

  @Bean
  @ConditionalOnMissingBean
  Notes throttlexNotes(Counters counters) {
    return counters.notes();
  }

  /** The Redis of the application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Redis.class, LettuceConnectionFactory.class})
  static class RedisConfiguration {
    @Bean
    @Order(1)
    ApplicationRedis throttlexApplicationRedis(
        ObjectProvider<LettuceConnectionFactory> factories, Environment environment) {
      return new ApplicationRedis(factories::getIfUnique, isSystemTls(environment));
    }

    /** Returns whether TLS has only the defaults of the system: no SSL bundle is set. */
    private static boolean isSystemTls(Environment environment) {
      return environment.getProperty("spring.data.redis.ssl.enabled", Boolean.class, false)
          && environment.getProperty("spring.data.redis.ssl.bundle", "").isEmpty();
    }
  }

  /** The database of the application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JdbcStore.class)
  static class JdbcConfiguration {
    @Bean
    @Order(2)
    ApplicationDatabase throttlexApplicationDatabase(ObjectProvider<DataSource> sources) {
      return new ApplicationDatabase(sources::getIfUnique);
    }
  }
}
