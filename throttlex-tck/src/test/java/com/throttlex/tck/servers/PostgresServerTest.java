package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresServerTest extends SqlServerContract {
  @Override
  SqlServer start(String... moreOptions) {
    return PostgresServer.start(moreOptions);
  }

  @Override
  SqlServer shared() {
    return PostgresServer.shared();
  }

  @Override
  List<String> unknownOption() {
    return List.of("-c", "no_such_option=1");
  }

  @Override
  String impatience() {
    return "connectTimeout=1&socketTimeout=1";
  }

  @Test
  void server_ofItsOwn_obeysItsOptionsAndIsDurable() {
    String on = "SELECT COUNT(*) FROM pg_settings WHERE setting = 'on' AND name IN ";
    String names = "('fsync', 'synchronous_commit', 'full_page_writes')";
    try (SqlServer server = start("-c", "max_connections=37")) {
      assertThat(Sql.number(server.url(), setting("max_connections"))).isEqualTo(37);
      assertThat(Sql.number(server.url(), on + names)).isEqualTo(3);
    }
  }

  @Test
  void server_byDefault_admits200Connections() {
    assertThat(Sql.number(shared().url(), setting("max_connections"))).isEqualTo(200);
  }

  private static String setting(String name) {
    return "SELECT setting::int FROM pg_settings WHERE name = '" + name + "'";
  }
}
