package com.throttlex.server.proxy;

import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The exactness of one proxy with counters in memory. */
class MemoryExactnessTest extends ExactnessScenario {
  @TempDir static Path folder;

  @Override
  List<RunningServer> start(String route) throws IOException {
    return List.of(RunningServer.startProxy(folder, RULES, route));
  }
}
