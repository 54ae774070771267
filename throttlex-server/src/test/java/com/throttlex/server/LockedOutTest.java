package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways back of docs/runbooks/LockedOut.md, when no administrator can use the admin port. */
class LockedOutTest {
  private static final String RULES = "version: 1\ndefault-rule: none\n";
  private static final String RULE =
      "{\"id\":\"kept\",\"match\":{\"endpoint\":\"/kept\"},\"key\":[\"user\"],\"limits\":\"3/1d\"}";
  private static final String CONFIGURED = "a-configured-token-of-the-test";

  @TempDir Path folder;
  private String lost;

  @BeforeEach
  void makeARule() throws IOException {
    try (RunningServer node = RunningServer.start(folder, RULES)) {
      assertThat(node.admin("POST", "/api/v1/rules", RULE).status()).isEqualTo(201);
      lost = Files.readString(folder.resolve("data/admin-token")).strip();
    }
  }

  private static Reply rule(RunningServer node, String token) {
    return RunningServer.admin(
        node.client(), node.adminPort(), token, "GET", "/api/v1/rules/kept", "");
  }

  @Test
  void tokenFile_thatIsRemoved_isMadeAgainAtTheNextStartWithAnotherToken() throws IOException {
    Files.delete(folder.resolve("data/admin-token"));
    try (RunningServer node = RunningServer.start(folder, RULES)) {
      String token = Files.readString(folder.resolve("data/admin-token")).strip();
      assertThat(rule(node, token).status()).isEqualTo(200);
      assertThat(rule(node, lost).status()).isEqualTo(401);
    }
  }

  @Test
  void tokenInTheConfiguration_isValidAfterARestart() throws IOException {
    String tokens = "admin: {tokens: [{name: ops, role: admin, token: " + CONFIGURED + "}]}\n";
    try (RunningServer node = RunningServer.start(folder, RULES, tokens)) {
      assertThat(rule(node, CONFIGURED).status()).isEqualTo(200);
      assertThat(rule(node, lost).status()).isEqualTo(401);
    }
  }

  @Test
  void validToken_afterAFloodOfWrongOnesFromItsAddress_isStillValid() throws IOException {
    try (RunningServer node = RunningServer.start(folder, RULES)) {
      for (int i = 0; i < 10; i++) {
        assertThat(rule(node, "wrong-token-of-the-test-" + i).status()).isEqualTo(401);
      }
      assertThat(rule(node, "wrong-token-of-the-test").status()).isEqualTo(429);
      assertThat(rule(node, lost).status()).isEqualTo(200);
    }
  }

  @Test
  void addressesThatLeaveEveryoneOut_canBeChangedInTheConfiguration() throws IOException {
    try (RunningServer node =
        RunningServer.start(folder, RULES, "admin: {allow: [10.0.0.0/8]}\n")) {
      assertThat(rule(node, lost).status()).isEqualTo(403);
    }
    try (RunningServer node =
        RunningServer.start(folder, RULES, "admin: {allow: [10.0.0.0/8, 127.0.0.0/8]}\n")) {
      assertThat(rule(node, lost).status()).isEqualTo(200);
    }
  }
}
