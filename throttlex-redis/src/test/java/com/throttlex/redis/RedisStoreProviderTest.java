package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProviders;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisStoreProviderTest {
  private final RedisStoreProvider provider = new RedisStoreProvider();

  @ParameterizedTest
  @ValueSource(strings = {"redis", "redis://h", "rediss://h:1", "redis-cluster://h:1,i:2"})
  void provider_isFoundByTheSchemesOfRedis(String url) {
    assertThat(StoreProviders.onClasspath().find(url)).get().isInstanceOf(RedisStoreProvider.class);
  }

  @Test
  void provider_ofAnotherScheme_isNotFound() {
    StoreProviders providers = StoreProviders.onClasspath();
    assertThat(providers.find("mongodb://h")).isEmpty();
    assertThat(providers.missingModule("mongodb://h")).isEmpty();
    assertThat(providers.missingModule("redis://h")).isEmpty();
    assertThat(providers.missingModule("jdbc:mysql://h/d"))
        .hasValue("the dependency com.throttlex:throttlex-jdbc");
    assertThat(providers.forms()).isEqualTo("memory:, redis://HOST:PORT");
  }

  @Test
  void url_thatIsMalformed_isRefusedWithTheExpectedForms() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> provider.requireUrl("redis://u:secret@:x"))
        .withMessage(Redis.URLS);
    assertThat(provider.printable("redis://u:secret@:x")).isEqualTo("redis:…");
    assertThat(provider.printable("redis")).isEqualTo("redis");
  }

  @Test
  void shard_isHostPortAndDatabaseOfASingleServer() {
    assertThat(provider.shard("redis://h")).hasValue("h:6379/0");
    assertThat(provider.shard("rediss://u:secret@h:7000/2?timeout=20ms")).hasValue("h:7000/2");
    assertThat(provider.shard("redis-cluster://h1:7000,h2:7001")).isEmpty();
    assertThat(provider.shard("redis-sentinel://h1:26379,h2:26379/0#main")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    ", redis://127.0.0.1:1, 50",
    "2000, redis://127.0.0.1:1, 2000",
    "2000, redis://127.0.0.1:1?timeout=20ms, 20"
  })
  void timeout_isThatOfTheUrlOrTheGivenOneOrTheDefault(
      Long givenMillis, String url, long expectedMillis) {
    Duration given = givenMillis == null ? null : Duration.ofMillis(givenMillis);
    try (StoreConnection connection = provider.open(url, given)) {
      assertThat(connection.timeout()).isEqualTo(Duration.ofMillis(expectedMillis));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis://h1:1/0, Redis at h1:1",
    "redis://:secret@h1:1/0, Redis at h1:1",
    "redis://:sec@ret@h1:1/0, Redis",
    "redis://:secret?@h1:1/0, Redis",
    "'redis-cluster://u:secret@h1:1,h2:2?timeout=1s', 'Redis at h1:1,h2:2'",
    "'redis-sentinel://h1:1,h2:2/0#m', 'Redis at h1:1,h2:2'"
  })
  void address_ofAUrl_showsHostsOnly(String url, String shown) {
    assertThat(RedisConnection.address(url)).isEqualTo(shown);
  }
}
