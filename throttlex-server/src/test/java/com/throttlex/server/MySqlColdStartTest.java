package com.throttlex.server;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@NeedsProgram("mysqld")
class MySqlColdStartTest extends ColdStartContract {
  private static MySqlServer server;

  @BeforeAll
  static void startServer() {
    server = MySqlServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  String store() {
    return server.newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }
}
