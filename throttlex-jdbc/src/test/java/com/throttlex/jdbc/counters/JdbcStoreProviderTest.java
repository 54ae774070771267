package com.throttlex.jdbc.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProviders;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcStoreProviderTest {
  private static final String URL = "jdbc:mysql://u:secret@h:1/d";

  private final JdbcStoreProvider provider = new JdbcStoreProvider();

  @ParameterizedTest
  @CsvSource({", 250", "2000, 2000"})
  void connection_ofAUrl_hasItsProductAndTheTimeoutThatIsGivenOrTheDefault(
      Long givenMillis, long expectedMillis) {
    Duration given = givenMillis == null ? null : Duration.ofMillis(givenMillis);
    StoreConnection connection =
        StoreProviders.onClasspath().find(URL).orElseThrow().open(URL, given);
    try (connection) {
      assertThat(connection.timeout()).isEqualTo(Duration.ofMillis(expectedMillis));
      assertThat(connection.kind()).isEqualTo("mysql");
      assertThat(connection.address()).contains("h:1/d").doesNotContain("secret");
    } finally {
      connection.counters().close();
    }
  }

  @Test
  void shard_ofAUrl_isHostAndDatabase() {
    assertThat(provider.shard(URL)).hasValue("h:1/d");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> provider.shard("jdbc:mysql://i/d?password=sec@ret"))
        .withMessage(provider.form() + ", with %40 for @ in a password");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> provider.shard("jdbc:sqlite:x.db"))
        .withMessage(provider.form());
  }
}
