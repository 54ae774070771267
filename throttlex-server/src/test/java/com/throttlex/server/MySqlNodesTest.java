package com.throttlex.server;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;

/** With a plain URL of a new user, as in a first try. */
@NeedsProgram("mysqld")
class MySqlNodesTest extends SqlNodesContract {
  @Override
  String url() {
    return MySqlServer.shared().newPlainDatabase();
  }

  @Override
  String kind() {
    return "mysql";
  }
}
