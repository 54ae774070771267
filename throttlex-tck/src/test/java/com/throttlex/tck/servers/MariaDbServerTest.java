package com.throttlex.tck.servers;

class MariaDbServerTest extends MariaDbFamilyContract {
  @Override
  SqlServer start(String... moreOptions) {
    return MariaDbServer.start(moreOptions);
  }

  @Override
  SqlServer shared() {
    return MariaDbServer.shared();
  }
}
