package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests that both MariaDB and MySQL must pass. */
abstract class MariaDbFamilyContract extends SqlServerContract {
  @Override
  List<String> unknownOption() {
    return List.of("--no_such_option=1");
  }

  @Override
  String impatience() {
    return "connectTimeout=1000&socketTimeout=1000";
  }

  @Test
  void server_ofItsOwn_obeysItsOptionsAndIsDurable() {
    try (SqlServer server = start("--max-connections=37")) {
      String url = server.url();
      assertThat(Sql.number(url, "SELECT @@max_connections")).isEqualTo(37);
      assertThat(Sql.number(url, "SELECT @@innodb_flush_log_at_trx_commit")).isOne();
      assertThat(Sql.number(url, "SELECT @@innodb_doublewrite <> 'OFF'")).isOne();
    }
  }

  @Test
  void server_byDefault_knowsAllCharacters() {
    String url = shared().url();
    assertThat(Sql.number(url, "SELECT @@log_bin")).isZero();
    assertThat(Sql.number(url, "SELECT @@max_connections")).isEqualTo(200);
    assertThat(Sql.number(url, "SELECT @@character_set_database = 'utf8mb4'")).isOne();
  }
}
