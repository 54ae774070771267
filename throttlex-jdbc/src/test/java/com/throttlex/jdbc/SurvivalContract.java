package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Acknowledged changes exist after the writing process was killed, and none exists in part. */
interface SurvivalContract extends OpenDatabase {
  @Test
  @Timeout(120)
  default void killedWriter_losesNothingItAcknowledged() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    for (int count : new int[] {1, 6, 35, 122}) {
      acknowledged.addAll(writeAndKill(url(), "round" + count, count));
      try (Database survivor = Database.open(url())) {
        assertThatAllIsThere(survivor, acknowledged);
        assertThatNothingIsHalfThere(survivor);
      }
    }
  }

  @Test
  @Timeout(60)
  default void processes_startedAtOnceOnANewDatabase_canAllWrite() throws Exception {
    String url = newUrl();
    ExecutorService starters = Executors.newFixedThreadPool(2);
    try {
      List<String> acknowledged = new ArrayList<>();
      List<Callable<List<String>>> work =
          List.of(() -> writeAndKill(url, "a", 5), () -> writeAndKill(url, "b", 5));
      for (Future<List<String>> lines : starters.invokeAll(work)) {
        acknowledged.addAll(lines.get());
      }
      try (Database survivor = Database.open(url)) {
        assertThatAllIsThere(survivor, acknowledged);
        assertThatNothingIsHalfThere(survivor);
      }
    } finally {
      starters.shutdown();
    }
  }

  /**
   * Starts a child process that writes, kills it after some acknowledgements, and returns all of
   * them.
   */
  private static List<String> writeAndKill(String url, String prefix, int count) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DatabaseWriter.class.getName(),
                url,
                prefix)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = writer.inputReader()) {
      List<String> lines = new ArrayList<>();
      String line;
      while ((line = out.readLine()) != null) {
        // A line that the kill has cut is no acknowledgement.
        if (line.endsWith(DatabaseWriter.DONE)) {
          lines.add(line.substring(0, line.length() - DatabaseWriter.DONE.length()));
        }
        if (lines.size() == count) {
          // By its handle: the process itself would close its output, and what was acknowledged
          // until the kill would be lost to the test.
          writer.toHandle().destroyForcibly();
        }
      }
      assertThat(lines).hasSizeGreaterThanOrEqualTo(count);
      return lines;
    } finally {
      awaitKilled(writer);
    }
  }

  private static void awaitKilled(Process writer) throws InterruptedException {
    writer.destroyForcibly();
    assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.exitValue()).as("exit code of a killed process").isEqualTo(128 + 9);
  }

  static void assertThatAllIsThere(Database database, List<String> acknowledged) {
    Set<String> rules = new HashSet<>();
    database.rules().all().forEach(rule -> rules.add(rule.id()));
    Set<String> overrides = new HashSet<>();
    database.users().overrides(DatabaseContract.NOW).forEach(o -> overrides.add(o.user()));
    Set<String> audited = audited(database);
    for (String line : acknowledged) {
      String name = line.substring(line.indexOf(' ') + 1);
      assertThat(audited).contains(line);
      switch (line.substring(0, line.indexOf(' '))) {
        case "rule-created" -> assertThat(rules).contains(name);
        case "tier-set" -> assertThat(database.users().tiers()).containsKey(name);
        case "override-set" -> assertThat(overrides).contains(name);
        case "throttled" -> assertThat(audited).contains(line);
        default -> throw new AssertionError(line);
      }
    }
  }

  static void assertThatNothingIsHalfThere(Database database) {
    Set<String> expected = new HashSet<>();
    database.rules().all().forEach(rule -> expected.add("rule-created " + rule.id()));
    database.users().tiers().keySet().forEach(user -> expected.add("tier-set " + user));
    database
        .users()
        .overrides(DatabaseContract.NOW)
        .forEach(o -> expected.add("override-set " + o.user()));
    Set<String> audited = audited(database);
    audited.removeIf(line -> line.startsWith("throttled "));
    assertThat(audited).isEqualTo(expected);
    assertThat(database.rules().revision()).isEqualTo(database.rules().all().size());
    database.rules().all().forEach(r -> assertThat(database.rules().history(r.id())).hasSize(1));
  }

  private static Set<String> audited(Database database) {
    Set<String> lines = new HashSet<>();
    for (StoredAuditEntry found : database.audit().query(AuditQuery.newest(1_000_000))) {
      AuditEntry entry = found.entry();
      lines.add(entry.action() + " " + (entry.user() == null ? entry.target() : entry.user()));
    }
    return lines;
  }
}
