package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code replay}: its answers, its mistakes and its exit codes. */
class ReplayCommandTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: per-address, key: [ip], limits: 2/1m, algorithm: fixed-window}
      """;

  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void writeFiles() throws IOException {
    terminal = new Terminal(folder);
    write("new.yml", RULES);
    write("old.yml", RULES.replace("2/1m", "3/1m"));
    write("access.log", log(5));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String log(int requests) {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      log.append("203.0.113.9 - - [16/Nov/2026:08:00:0")
          .append(i)
          .append(" +0000] \"GET / HTTP/1.1\" 200 1\n");
    }
    return log.toString();
  }

  @Test
  void replay_printsTablesForPeople() {
    assertThat(terminal.run("replay", "access.log", "--rules", "new.yml")).isEqualTo(0);
    assertThat(terminal.out())
        .contains("access.log: combined; 5 lines: 5 requests")
        .containsPattern("per-address +5 +1 +3 +60.00 % +1 +0 +2026-11-16 08:00 +5")
        .containsPattern("per-address\\|ip=203.0.113.9 +5 +3")
        .contains("retries are not modelled");
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void replay_withJson_printsOneObject() {
    int code =
        terminal.run(
            "replay", "access.log", "--rules", "new.yml", "--against", "old.yml", "--json");
    JsonObject json = new JsonObject(terminal.out());

    assertThat(code).isEqualTo(0);
    assertThat(json.getJsonObject("totals").getLong("denied")).isEqualTo(3);
    assertThat(json.getJsonObject("against").getJsonObject("totals").getLong("denied"))
        .isEqualTo(2);
    assertThat(json.getJsonObject("comparison").getLong("newlyDenied")).isEqualTo(1);
    assertThat(json.getJsonObject("comparison").getJsonArray("differences").encode())
        .isEqualTo(
            "[{\"key\":\"ip=203.0.113.9\",\"requests\":5,\"deniedBefore\":2,\"deniedNow\":3}]");
  }

  @Test
  void retryingClients_areModelled() {
    assertThat(terminal.run("replay", "access.log", "--rules", "new.yml", "--clients", "retry"))
        .isEqualTo(0);
    assertThat(terminal.out())
        .contains(" retries; denied for the last time: ")
        .doesNotContain("retries are not modelled");
  }

  @Test
  void period_thatEndsInAFarFuture_leavesOutNothing() {
    String far = "9999-12-31T00:00:00Z";
    assertThat(terminal.run("replay", "access.log", "--rules", "new.yml", "--to", far))
        .isEqualTo(0);
    assertThat(terminal.out()).contains("5 lines: 5 requests");
  }

  @Test
  void mask_hidesTheTextOfBrokenLines() throws IOException {
    write("broken.log", log(3) + "203.0.113.9 cut\n");

    for (String kind : new String[] {"--json", "--report=report.html"}) {
      assertThat(terminal.run("replay", "broken.log", "--rules", "new.yml", "--mask", kind))
          .isEqualTo(0);
      assertThat(terminal.out()).contains("no ident").doesNotContain("203.0.113.9");
    }
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("no ident")
        .doesNotContain("203.0.113.9");
  }

  @Test
  void standardInput_isReadForADash() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(log(4).getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(terminal.run("replay", "-", "--rules", "new.yml")).isEqualTo(0);
    } finally {
      System.setIn(before);
    }
    assertThat(terminal.out()).contains("standard input: combined; 4 lines: 4 requests");
  }

  @Test
  void wrongUsage_isExitCode2WithTheValue() {
    assertThat(terminal.run("replay", "access.log")).isEqualTo(2);
    assertThat(terminal.run("replay", "absent.log", ".", "--rules", "new.yml")).isEqualTo(2);
    assertThat(terminal.err()).contains("absent.log: no such file").contains(".: a directory");
    for (String[] wrong :
        new String[][] {
          {"--format", "comined"},
          {"--map", "color=$x"},
          {"--from", "yesterday"},
          {"--out-of-order", "soon"},
          {"--out-of-order", "2d"},
          {"--clients", "angry"},
          {"--top", "-1"},
          {"--max-keys", "-1"},
          {"--tries", "3"},
          {"--clients", "leave", "--tries", "3"},
          {"--clients", "retry", "--tries", "1000"}
        }) {
      String[] usual = {"replay", "access.log", "--rules", "new.yml"};
      String[] all = Arrays.copyOf(usual, usual.length + wrong.length);
      System.arraycopy(wrong, 0, all, usual.length, wrong.length);
      assertThat(terminal.run(all)).as("%s", (Object) wrong).isEqualTo(2);
      assertThat(terminal.err()).contains("xpected");
    }
  }

  @Test
  void fileThatIsThereTwice_isWrongUsage() throws IOException {
    Files.createSymbolicLink(folder.resolve("current.log"), folder.resolve("access.log"));
    assertThat(terminal.run("replay", "access.log", "current.log", "--rules", "new.yml"))
        .isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("current.log: the same file as access.log (expected: each file once)");
    assertThat(terminal.run("replay", "-", "-", "--rules", "new.yml")).isEqualTo(2);
    assertThat(terminal.err()).startsWith("-: the same file as - (expected: each file once)");
  }

  @Test
  void json_hasNoCharactersThatControlATerminal() throws IOException {
    String user = "a\u202eb\u200b\udb40\udc41";
    write("log.json", ("{\"time\":1794816000,\"user\":\"" + user + "\"}\n").repeat(9));
    write("users.yml", "version: 1\nrules:\n  - {id: users, key: [user], limits: 1/1m}\n");

    assertThat(terminal.run("replay", "log.json", "--rules", "users.yml", "--json")).isZero();
    assertThat(terminal.out()).contains("a\\u202eb\\u200b\\udb40\\udc41");
    JsonObject rule = new JsonObject(terminal.out()).getJsonArray("rules").getJsonObject(0);
    assertThat(rule.getJsonArray("mostDenied").getJsonObject(0).getString("key"))
        .isEqualTo("users|user=" + user);
  }

  @Test
  void invalidRules_areExitCode1WithTheirLines() throws IOException {
    write("bad.yml", "version: 1\nrules: [{id: a, limits: many}]\n");

    assertThat(terminal.run("replay", "access.log", "--rules", "bad.yml")).isEqualTo(1);
    assertThat(terminal.err()).contains("bad.yml:2:").contains("many");
  }

  @Test
  void damagedFile_isExitCode3AfterWhatCouldBeRead() throws IOException {
    Path file = folder.resolve("cut.log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(log(9).getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 4));

    assertThat(terminal.run("replay", "cut.log.gz", "access.log", "--rules", "new.yml"))
        .isEqualTo(3);
    assertThat(terminal.out()).contains("access.log: combined; 5 lines: 5 requests");
    assertThat(terminal.err()).contains("cut.log.gz: line ").contains("truncated");
  }

  @Test
  void emptyFile_isExitCode3BecauseNothingWasReplayed() throws IOException {
    write("empty.log", "");

    assertThat(terminal.run("replay", "empty.log", "--rules", "new.yml")).isEqualTo(3);
    assertThat(terminal.err()).contains("no request could be read");
  }

  @Test
  void tooManyKeys_areExitCode3WithTheLine() throws IOException {
    write("access.log", log(3) + log(1).replace("203.0.113.9", "203.0.113.10"));

    assertThat(terminal.run("replay", "access.log", "--rules", "new.yml", "--max-keys", "1"))
        .isEqualTo(3);
    assertThat(terminal.err()).contains(": more than 1 keys").contains("--max-keys");
  }
}
