package com.throttlex.server.resp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The statistics of the door. */
final class DoorStatistics {
  private static final String LINE_END = "\r\n";

  private final long startedNanos = System.nanoTime();
  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong connected = new AtomicLong();
  private final LongAdder commands = new LongAdder();

  /** Counts a connection and returns its number. */
  long opened() {
    connected.incrementAndGet();
    return connections.incrementAndGet();
  }

  void closed() {
    connected.decrementAndGet();
  }

  void ran(int count) {
    commands.add(count);
  }

  /** Returns the sections of INFO by their names. */
  Map<String, String> sections() {
    long uptime = (System.nanoTime() - startedNanos) / 1_000_000_000L;
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put(
        "server",
        lines(
            "# Server",
            "server_name:throttlex",
            "redis_version:" + ConnectionCommands.REDIS_VERSION,
            "redis_mode:standalone",
            "process_id:" + ProcessHandle.current().pid(),
            "uptime_in_seconds:" + uptime));
    sections.put("clients", lines("# Clients", "connected_clients:" + connected.get()));
    sections.put("persistence", lines("# Persistence", "loading:0"));
    sections.put(
        "stats",
        lines(
            "# Stats",
            "total_connections_received:" + connections.get(),
            "total_commands_processed:" + commands.sum()));
    sections.put("replication", lines("# Replication", "role:master", "connected_slaves:0"));
    return sections;
  }

  private static String lines(String... lines) {
    return String.join(LINE_END, lines) + LINE_END;
  }
}
