package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;

class PostgresFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer start() {
    return PostgresServer.start();
  }

  @Override
  String createGuest() {
    return "create user guest password 'guest'";
  }
}
