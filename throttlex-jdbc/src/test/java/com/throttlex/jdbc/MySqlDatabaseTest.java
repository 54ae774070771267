package com.throttlex.jdbc;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;

/** MySQL passes the contract of every database with its own driver. */
@NeedsProgram("mysqld")
class MySqlDatabaseTest extends ServerDatabaseContract
    implements SurvivalContract, MariaDbFamilyContract {
  @Override
  public String newUrl() {
    return MySqlServer.shared().newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }

  @Override
  String urlOfGuest(String url) throws Exception {
    return MariaDbFamilyContract.guest(url);
  }
}
