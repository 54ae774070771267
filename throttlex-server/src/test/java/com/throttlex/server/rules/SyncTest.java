package com.throttlex.server.rules;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a database each, around one Redis. */
@Timeout(60)
abstract class SyncTest {
  @TempDir Path folder;
  SyncLab lab;
  SyncNode one;
  SyncNode two;

  @BeforeEach
  void startNodes() {
    lab = new SyncLab(folder);
    one = lab.node("one");
    two = lab.node("two");
    lab.awaitListeners(2);
  }

  @AfterEach
  void endNodes() {
    lab.close();
  }
}
