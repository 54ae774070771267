package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of a service that is started without a rule file. */
class FirstStartTest {
  @TempDir Path folder;

  private static List<String> rules(RunningServer server) {
    return server.admin("GET", "/api/v1/rules", "").json().getJsonArray("rules").stream()
        .map(rule -> (JsonObject) rule)
        .map(rule -> rule.getString("id") + " " + rule.getString("source"))
        .toList();
  }

  @Test
  void sampleRules_areWrittenOnce_andStayDeleted() throws IOException {
    try (RunningServer first = RunningServer.startWithoutRules(folder)) {
      assertThat(rules(first))
          .containsExactly(
              "logins-per-address api", "orders-per-user api", "reports-at-a-time api");
      assertThat(first.admin("DELETE", "/api/v1/rules/logins-per-address", "").status())
          .isEqualTo(204);
    }

    try (RunningServer second = RunningServer.startWithoutRules(folder)) {
      assertThat(rules(second)).containsExactly("orders-per-user api", "reports-at-a-time api");
      assertThat(second.admin("GET", "/api/v1/rules", "").json().getJsonArray("tiers"))
          .containsExactly("free", "pro", "premium", "enterprise");
      assertThat(second.health("rules").getString("file")).isEqualTo("none");
    }
  }

  @Test
  void book_readAndSentBack_changesNoPartOfIt() throws IOException {
    try (RunningServer server = RunningServer.startWithoutRules(folder)) {
      String book =
          """
          {"tiers":["a","b"],"default-rule":"deny","on-store-failure":"deny",
           "rules":[{"id":"r","limits":{"a":"1/1s","b":"2/1s"}}]}""";
      assertThat(server.admin("PUT", "/api/v1/rules", book).status()).isEqualTo(200);
      JsonObject read = server.admin("GET", "/api/v1/rules", "").json();

      JsonObject again = server.admin("PUT", "/api/v1/rules", read.encode()).json();

      assertThat(read.getString("on-store-failure")).isEqualTo("deny");
      assertThat(again.getJsonObject("difference").getJsonObject("book")).isEmpty();
      assertThat(again.getInteger("unchanged")).isEqualTo(1);
    }
  }

  @Test
  void sampleRules_thatNobodyChanged_giveWayToARuleFile() throws IOException {
    Path file = folder.resolve("own.yml");
    Files.writeString(file, "version: 1\nrules: [{id: orders-per-user, limits: 7/1m}]\n");
    try (RunningServer first = RunningServer.startWithoutRules(folder)) {
      assertThat(
              first
                  .admin("PUT", "/throttle/rules/logins-per-address", "{\"limits\":\"9/1m\"}")
                  .status())
          .isEqualTo(200);
    }

    try (RunningServer second = RunningServer.startWithRules(folder, file)) {
      assertThat(rules(second)).containsExactly("orders-per-user file", "logins-per-address api");
    }
  }

  @Test
  void ruleFileOfAnEarlierRelease_isReadAndStaysReadOnly() throws IOException {
    Path file = Files.createDirectories(folder.resolve("data")).resolve("rules.yml");
    Files.writeString(file, "version: 1\nrules: [{id: kept, key: [user], limits: 7/1m}]\n");

    try (RunningServer server = RunningServer.startWithoutRules(folder)) {
      assertThat(rules(server)).containsExactly("kept file");
      Reply put = server.admin("PUT", "/throttle/rules/kept", "{\"limits\":\"9/1m\"}");
      assertThat(put.status()).isEqualTo(409);
      assertThat(put.body()).contains("rules.yml");
      assertThat(server.check("{\"user\":\"u\"}").json().getLong("limit")).isEqualTo(7);
    }
  }
}
