package com.throttlex.spring.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.jdbc.counters.JdbcNotes;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.App;
import com.throttlex.spring.App.Part;
import com.throttlex.store.Notes;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.util.Set;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Real applications that count in real databases. */
@ExtendWith(OutputCaptureExtension.class)
class JdbcCountersTest {
  private static App ofSource(String url, WebApplicationType type) {
    return App.start(
        type,
        Shop.class,
        Set.of(Part.JDBC),
        "spring.datasource.url=" + url,
        "throttlex.store-timeout=5s",
        "throttlex.rules.hello.limits=20/1h",
        "throttlex.rules.hello.key[0]=ip",
        "throttlex.rules.hello.on-store-failure=deny");
  }

  @Test
  void application_withADataSource_countsThereAndLeavesItOpen() throws Exception {
    String url = PostgresServer.shared().newDatabase();
    try (App app = ofSource(url, WebApplicationType.SERVLET)) {
      assertThat(app.count(200, 40, "/hello")).isEqualTo(20);
      assertThat(Shop.status(app).kind()).isEqualTo("postgresql");
      assertThat(Shop.status(app).problem()).isEmpty();
      assertThat(Shop.status(app).details())
          .containsEntry("breaker", "closed")
          .containsEntry("nodes", 1);
      assertThat(
              app.bean(MeterRegistry.class)
                  .get("throttlex.latency")
                  .tag("store", "postgresql")
                  .timer()
                  .count())
          .isEqualTo(40);
      assertThat(
              app.context().getBeanFactory().getBeanDefinition("throttlexCounters").getDependsOn())
          .contains("dataSourceScriptDatabaseInitializer");
      app.bean(ThrottleX.class).close();
      try (Connection connection = app.bean(DataSource.class).getConnection()) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
  }

  @Test
  void application_withTheUrlOfADatabase_countsThere(CapturedOutput output) {
    String url = MariaDbServer.shared().newDatabase();
    try (App app =
        App.plain(
            Shop.class,
            "throttlex.store=" + url,
            "throttlex.store-timeout=5s",
            "throttlex.rules.u.limits=3/1h",
            "throttlex.rules.u.key[0]=user")) {
      ThrottleX throttlex = app.bean(ThrottleX.class);
      assertThat(
              IntStream.range(0, 5)
                  .filter(i -> throttlex.check(RequestContext.ofUser("u")).allowed())
                  .count())
          .isEqualTo(3);
      assertThat(Shop.status(app).kind()).isEqualTo("mariadb");
      assertThat(app.bean(Notes.class)).isInstanceOf(JdbcNotes.class);
    }
    assertThat(output)
        .contains("counting in jdbc:mariadb://127.0.0.1:")
        .doesNotContain(url.substring(url.indexOf("password=") + 9, url.indexOf("password=") + 40));
  }

  @Test
  void application_whoseDatabaseIsAwayAtTheStart_goesByTheRuleAndCountsWhenItIsBack() {
    PostgresServer postgres = PostgresServer.shared();
    try (FaultProxy network = FaultProxy.to(postgres.port())) {
      network.cut();
      String url = postgres.through(network.port(), postgres.newDatabase());
      try (App app = ofSource(url, WebApplicationType.SERVLET)) {
        assertThat(app.get("/hello").statusCode()).isEqualTo(429);
        assertThat(Shop.status(app).problem())
            .startsWith("the database failing (")
            .endsWith("); using on-store-failure");
        network.pass();
        Await.until("the database is back", () -> Shop.status(app).problem().isEmpty());
        assertThat(app.count(200, 40, "/hello")).isEqualTo(20);
      }
    }
  }
}
