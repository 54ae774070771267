package com.throttlex.tck.servers;

import com.throttlex.tck.programs.NeedsProgram;

@NeedsProgram("mysqld")
class MySqlServerTest extends MariaDbFamilyContract {
  @Override
  SqlServer start(String... moreOptions) {
    return MySqlServer.start(moreOptions);
  }

  @Override
  SqlServer shared() {
    return MySqlServer.shared();
  }
}
