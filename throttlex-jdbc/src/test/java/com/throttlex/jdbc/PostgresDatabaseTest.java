package com.throttlex.jdbc;

import com.throttlex.tck.servers.PostgresServer;

/** PostgreSQL does what every database must do. */
class PostgresDatabaseTest extends ServerDatabaseContract implements SurvivalContract {
  @Override
  public String newUrl() {
    return PostgresServer.shared().newDatabase();
  }

  @Override
  String urlOfGuest(String url) throws Exception {
    Sql.run(
        url,
        "drop role if exists guest",
        "create role guest login password 'guest'",
        "grant select, insert, update, delete on all tables in schema public to guest");
    return url.replaceFirst("\\?.*", "?user=guest&password=guest");
  }
}
