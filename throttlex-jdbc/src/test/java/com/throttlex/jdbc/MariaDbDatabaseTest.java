package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.MariaDbServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** MariaDB does what every database must do, also by a URL of MySQL. */
class MariaDbDatabaseTest extends ServerDatabaseContract
    implements SurvivalContract, MariaDbFamilyContract {
  @Override
  public String newUrl() {
    return MariaDbServer.shared().newDatabase();
  }

  @Override
  String urlOfGuest(String url) throws Exception {
    return MariaDbFamilyContract.guest(url);
  }

  @Test
  void urlOfMySqlIsOpenedWithTheBundledDriver_whereMySqlsIsMissing() throws Exception {
    String url = url().replace("jdbc:mariadb:", "jdbc:mysql:");
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null);
        Connection connection = MariaDb.dataSource(url, empty).getConnection()) {
      assertThat(connection.getMetaData().getDriverName()).contains("MariaDB");
    }
  }
}
