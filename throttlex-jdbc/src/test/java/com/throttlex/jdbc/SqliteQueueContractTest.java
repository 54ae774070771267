package com.throttlex.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteQueueContractTest extends SqlQueueContract {
  @TempDir private static Path folder;

  @Override
  String newUrl() {
    return "jdbc:sqlite:" + folder.resolve("queues.db");
  }
}
