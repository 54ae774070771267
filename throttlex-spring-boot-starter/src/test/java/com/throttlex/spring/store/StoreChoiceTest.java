package com.throttlex.spring.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.provider.StoreProvider;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.sqlite.SQLiteDataSource;

/** The choice of a store, as far as no server is needed. */
class StoreChoiceTest {
  private static final String REDIS = "com.throttlex.redis";
  private static final String JDBC = "com.throttlex.jdbc";
  private static final String PROVIDERS = "META-INF/services/" + StoreProvider.class.getName();

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  ThrottleXAutoConfiguration.class, ThrottleXStoreAutoConfiguration.class));

  private static DataSource sqlite() {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite::memory:");
    return source;
  }

  private static LettuceConnectionFactory lettuce() {
    return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1));
  }

  /** A class path without some modules, whose providers it does not list either. */
  private static ClassLoader without(String... packages) {
    return new FilteredClassLoader(packages) {
      @Override
      public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = Collections.list(super.getResources(name));
        if (name.equals(PROVIDERS)) {
          found.removeIf(url -> Stream.of(packages).anyMatch(it -> lists(url, it)));
        }
        return Collections.enumeration(found);
      }
    };
  }

  private static boolean lists(URL services, String module) {
    try (InputStream text = services.openStream()) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).startsWith(module);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertMemory(ApplicationContextRunner application) {
    application.run(
        context -> {
          CounterStatus status = context.getBean(CounterStatus.class);
          assertThat(status.kind()).isEqualTo("memory");
          assertThat(status.problem()).isEmpty();
          assertThat(context).hasSingleBean(Store.class);
          context.getBean(ThrottleX.class).check(RequestContext.ofUser("u"));
          assertThat(status.details()).containsEntry("keys", 1L);
        });
  }

  private static void assertProblem(ApplicationContextRunner application, String problem) {
    application.run(
        context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(InvalidThrottleXException.class)
                .hasMessage(problem));
  }

  @Test
  void store_unsaid_isMemoryWithoutWhatTheApplicationHas() {
    assertMemory(application);
    assertMemory(
        application
            .withBean("a", DataSource.class, StoreChoiceTest::sqlite)
            .withBean("b", DataSource.class, StoreChoiceTest::sqlite));
  }

  @Test
  void store_unsaid_isMemoryWithoutTheModulesForWhatTheApplicationHas() {
    assertMemory(
        application
            .withClassLoader(without(REDIS, JDBC))
            .withBean(LettuceConnectionFactory.class, StoreChoiceTest::lettuce)
            .withBean(DataSource.class, StoreChoiceTest::sqlite));
  }

  @Test
  void store_saidToBeMemory_isMemoryWhateverTheApplicationHas() {
    ApplicationContextRunner all =
        application
            .withBean(LettuceConnectionFactory.class, StoreChoiceTest::lettuce)
            .withBean(DataSource.class, StoreChoiceTest::sqlite);
    assertMemory(all.withPropertyValues("throttlex.store=memory:"));
    assertMemory(all.withPropertyValues("throttlex.store=memory"));
    assertMemory(all.withPropertyValues("throttlex.mode=service"));
  }

  @Test
  void store_ofTheApplicationsOwn_isUsedAsItIs() {
    application
        .withPropertyValues("throttlex.store=redis")
        .withBean(MemoryStore.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(Store.class).doesNotHaveBean(CounterStatus.class);
              context.getBean(ThrottleX.class).check(RequestContext.ofUser("u"));
              assertThat(context.getBean(MemoryStore.class).keys()).isEqualTo(1);
            });
  }

  @Test
  void store_inMemory_isMeasured() {
    application
        .withBean(SimpleMeterRegistry.class)
        .run(
            context -> {
              context.getBean(ThrottleX.class).check(RequestContext.ofUser("u"));
              SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
              assertThat(registry.get("throttlex.keys").gauge().value()).isEqualTo(1);
              assertThat(registry.get("throttlex.latency").timer().count()).isEqualTo(1);
            });
  }

  @Test
  void store_thatIsAway_doesNotMoveTheApplicationsClock() {
    ManualClock time = new ManualClock();
    long start = time.nanos();
    application
        .withBean(TimeSource.class, () -> time)
        .withBean(LettuceConnectionFactory.class, StoreChoiceTest::lettuce)
        .withBean(DataSource.class, StoreChoiceTest::sqlite)
        .run(
            context -> {
              CounterStatus status = context.getBean(CounterStatus.class);
              assertThat(status.kind()).isEqualTo("redis");
              assertThat(status.problem()).contains("Redis failing (").contains("refused");
              assertThat(time.nanos()).isEqualTo(start);
            });
  }

  @ParameterizedTest
  @CsvSource({"redis, redis", "redis://:secret@host:1, redis:…", "rediss://h:1, rediss:…"})
  void redis_withoutItsModule_namesTheDependency(String setting, String shown) {
    assertProblem(
        application
            .withClassLoader(without(REDIS))
            .withPropertyValues("throttlex.store=" + setting),
        "throttlex.store: " + shown + " (expected: the dependency com.throttlex:throttlex-redis)");
  }

  @ParameterizedTest
  @CsvSource({"jdbc, jdbc", "jdbc:postgresql://u:secret@h:1/d, jdbc:postgresql:…"})
  void jdbc_withoutItsModule_namesTheDependency(String setting, String shown) {
    assertProblem(
        application.withClassLoader(without(JDBC)).withPropertyValues("throttlex.store=" + setting),
        "throttlex.store: " + shown + " (expected: the dependency com.throttlex:throttlex-jdbc)");
  }

  @Test
  void word_withoutItsBean_isRefused() {
    assertProblem(
        application.withPropertyValues("throttlex.store=redis"),
        "throttlex.store: redis (expected: an application with one LettuceConnectionFactory, or one"
            + " that is primary, or a URL)");
    assertProblem(
        application.withPropertyValues("throttlex.store=jdbc"),
        "throttlex.store: jdbc (expected: an application with one DataSource, or one that is"
            + " primary, or a URL)");
  }

  @Test
  void word_withoutSpringDataRedis_isRefused() {
    assertProblem(
        application
            .withClassLoader(new FilteredClassLoader("org.springframework.data.redis"))
            .withPropertyValues("throttlex.store=redis"),
        "throttlex.store: redis (expected: an application with one LettuceConnectionFactory, or one"
            + " that is primary, or a URL)");
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://u:secret@h:1, mongodb:…",
    "u:secret@h, u:…",
    "SECRET, no URL",
    "memory:x, memory:…"
  })
  void url_ofAnotherKind_isRefusedWithoutItsPassword(String setting, String shown) {
    assertProblem(
        application.withPropertyValues("throttlex.store=" + setting),
        "throttlex.store: "
            + shown
            + " (expected: memory:, redis://HOST:PORT, jdbc:postgresql://HOST:PORT/DATABASE, or the"
            + " same with mariadb or mysql, or redis or jdbc for that of the application)");
  }

  @ParameterizedTest
  @CsvSource({"redis://, redis:…", "redis://u:secret@:x, redis:…", "redis-foo://h:1, redis-foo:…"})
  void url_ofRedisThatIsWrong_isRefusedWithoutItsPassword(String setting, String shown) {
    assertProblem(
        application.withPropertyValues("throttlex.store=" + setting),
        "throttlex.store: "
            + shown
            + " (expected: redis://host:6379, rediss://host:6379,"
            + " redis-sentinel://h1:p1,h2:p2/0#master or redis-cluster://h1:p1,h2:p2)");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:sqlite:/tmp/x.db, jdbc:sqlite:/tmp/x.db",
    "jdbc:h2:mem:x;PASSWORD=secret, jdbc:h2:…",
    "jdbc:postgresql:x?password=secret, jdbc:postgresql:…"
  })
  void url_ofAWrongDatabase_isRefusedWithoutItsPassword(String setting, String shown) {
    assertProblem(
        application.withPropertyValues("throttlex.store=" + setting),
        "throttlex.store: "
            + shown
            + " (expected: jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or"
            + " mysql)");
  }

  @Test
  void dataSource_ofAProductThatCannotCount_isRefusedByItsName() {
    assertProblem(
        application.withBean(DataSource.class, StoreChoiceTest::sqlite),
        "throttlex.store: database: SQLite (expected: PostgreSQL, MariaDB or MySQL)");
  }

  @ParameterizedTest
  @CsvSource({"0ms, 0ms", "5ms, 5ms", "11s, 11000ms"})
  void timeout_thatIsTooShortOrTooLong_isRefused(String setting, String shown) {
    assertProblem(
        application.withPropertyValues("throttlex.store-timeout=" + setting),
        "throttlex.store-timeout: " + shown + " (expected: from 10ms to 10s, such as 250ms)");
  }

  @Test
  void store_thatIsRequiredAndAway_endsTheStartWithTheReason() {
    application
        .withPropertyValues(
            "throttlex.store=redis://:secret@127.0.0.1:1", "throttlex.store-required=true")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(InvalidThrottleXException.class)
                    .hasMessageStartingWith("throttlex.store: Redis is not reachable (")
                    .hasMessageContaining("refused")
                    .hasMessageEndingWith(
                        " (expected: a store that answers, because throttlex.store-required is"
                            + " true)")
                    .hasMessageNotContaining("secret"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 10_001})
  void expectedNodes_thatCannotBe_areRefused(int nodes) {
    assertProblem(
        application.withPropertyValues("throttlex.expected-nodes=" + nodes),
        "throttlex.expected-nodes: " + nodes + " (expected: a whole number from 1 to 10000)");
  }

  @Test
  void breaker_thatCannotBe_isRefused() {
    assertProblem(
        application.withPropertyValues("throttlex.breaker.failures=0"),
        "throttlex.breaker.failures: 0 (expected: a whole number from 1 to 1000)");
    assertProblem(
        application.withPropertyValues("throttlex.breaker.open-for=1h"),
        "throttlex.breaker.open-for: 3600000ms (expected: from 10ms to 10m)");
  }
}
