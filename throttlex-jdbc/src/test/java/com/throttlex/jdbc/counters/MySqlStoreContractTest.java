package com.throttlex.jdbc.counters;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.SqlServer;

@NeedsProgram("mysqld")
class MySqlStoreContractTest extends CountersContract {
  @Override
  SqlServer startServer() {
    return MySqlServer.start("--innodb-flush-log-at-trx-commit=2");
  }

  @Override
  CounterSource open(String url) {
    return super.open(url.replace("jdbc:mariadb:", "jdbc:mysql:"));
  }
}
