package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.MariaDbServer;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** MySQL's own driver does what MariaDB's does, against the same server. */
class MySqlDriverTest extends ServerDatabaseContract {
  @Override
  public String newUrl() {
    return MariaDbServer.shared().newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }

  @Override
  String urlOfGuest(String url) throws Exception {
    return MariaDbFamilyContract.guest(url);
  }

  @Test
  void driver_ofMySqlUrl_isTheOneOfMySql() throws Exception {
    try (Connection connection = Dialect.of(url()).dataSource(url()).getConnection()) {
      assertThat(connection.getMetaData().getDriverName()).contains("MySQL");
    }
  }
}
