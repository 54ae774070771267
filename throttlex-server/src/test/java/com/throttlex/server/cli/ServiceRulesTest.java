package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rule file against the rules of a service. */
class ServiceRulesTest {
  private static final String RULES = "GET /api/v1/rules";
  private static final String THREE =
      """
      {"tiers":["free","pro"],"rules":[
        {"id":"same","name":"same","limits":"1/1s","source":"api","version":4,
         "created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-02T00:00:00Z"},
        {"id":"other","limits":"5/1s","mode":"shadow","source":"api","version":7},
        {"id":"gone","limits":{"free":"1/1s","pro":"2/1s"},"source":"api","version":9},
        {"id":"fixed","limits":"9/1s","source":"file","version":1}]}""";
  private static final String FILE =
      """
      version: 1
      rules:
        - {id: fresh, limits: 3/1s, replaces: [base]}
        - {id: base, limits: 4/1s}
        - {id: other, limits: 6/1s}
        - {id: same, limits: 1/1s}
      """;

  @TempDir Path folder;
  private final Service service = new Service();

  @BeforeEach
  void prepare() throws IOException {
    service.on(RULES, 200, THREE);
    Files.writeString(folder.resolve("r.yml"), FILE);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private Terminal terminal() {
    return new Terminal(folder)
        .variable("THROTTLEX_ADMIN_TOKEN", "token-of-variable")
        .variable("THROTTLEX_ADMIN_URL", service.url());
  }

  @Test
  void export_printsTheRulesOfTheApi() {
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "export")).isEqualTo(0);
    assertThat(terminal.out())
        .isEqualTo(
            """
            version: 1
            tiers: [free, pro]
            rules:
              - id: same
                limits: 1/1s
              - id: other
                limits: 5/1s
                mode: shadow
              - id: gone
                limits:
                  free: 1/1s
                  pro: 2/1s
            """);
  }

  @Test
  void export_ofAll_alsoPrintsTheRulesOfTheServersFile() {
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "export", "--all")).isEqualTo(0);
    assertThat(RuleFile.parse(terminal.out(), "out").rules()).hasSize(4);
  }

  @Test
  void export_ofSharesByTier_namesTheTiers() {
    service.on(
        RULES,
        200,
        """
        {"rules":[{"id":"a","limits":"9/1s","shares":{"low":{"free":10,"pro":20}},
                   "source":"api","version":1}]}""");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "export")).isEqualTo(0);
    assertThat(terminal.out()).contains("tiers: [free, pro]", "shares: {low: {free: 10, pro: 20}}");
  }

  @Test
  void export_thatNeedsAFileRule_failsAndSuggestsAll() {
    service.on(
        RULES,
        200,
        """
        {"rules":[{"id":"a","limits":"1/1s","replaces":["f"],"source":"api","version":1},
                  {"id":"f","limits":"1/1s","source":"file","version":1}]}""");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "export")).isEqualTo(3);
    assertThat(terminal.err()).contains("--all");
    assertThat(terminal.run("rules", "export", "--all")).isEqualTo(0);
  }

  @Test
  void diff_ofDifferentRules_printsThemAndExitsWithOne() {
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "diff", "r.yml")).isEqualTo(1);
    assertThat(terminal.out())
        .isEqualTo(
            """
            + fresh
            + base
            - gone
            ~ other
                limits: "5/1s" -> "6/1s"
                mode: "shadow" -> (default)
            """);
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void diff_ofTheSameRules_exitsWithZero() throws IOException {
    Terminal terminal = terminal();
    terminal.run("rules", "export");
    Files.writeString(folder.resolve("same.yml"), terminal.out());

    assertThat(terminal.run("rules", "diff", "same.yml")).isEqualTo(0);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void diff_ofOtherParts_printsThoseThatTheFileHas() throws IOException {
    service.on(RULES, 200, "{\"rules\":[],\"tiers\":[\"a\"],\"default-rule\":\"deny\"}");
    Files.writeString(folder.resolve("r.yml"), "{version: 1, tiers: [a, b]}");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "diff", "r.yml")).isEqualTo(1);
    assertThat(terminal.out()).isEqualTo("~ tiers: [\"a\"] -> [\"a\",\"b\"]\n");
  }

  private static String answer(int added, int changed, int removed, boolean dryRun) {
    return new JsonObject()
        .put("dryRun", dryRun)
        .put("revision", 12)
        .put("added", added)
        .put("changed", changed)
        .put("removed", removed)
        .put("unchanged", 2)
        .put("difference", new JsonObject().put("book", new JsonObject()))
        .encode();
  }

  private JsonObject sent() {
    return new JsonObject(service.asked().get(1).body());
  }

  private static List<String> ids(JsonObject book) {
    return book.getJsonArray("rules").stream().map(r -> ((JsonObject) r).getString("id")).toList();
  }

  @Test
  void apply_withPrune_sendsTheFileAsOneBook() {
    service.on("PUT /api/v1/rules", 200, answer(2, 1, 1, false));
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "--prune", "r.yml")).isEqualTo(0);

    assertThat(terminal.out())
        .isEqualTo(
            """
            created fresh
            created base
            changed other
            deleted gone
            2 created, 1 changed, 1 deleted, 2 unchanged; revision 12
            """);
    assertThat(service.asked())
        .extracting(Service.Asked::line, Service.Asked::ifMatch)
        .containsExactly(tuple(RULES, "null"), tuple("PUT /api/v1/rules", "\"b7\""));
    assertThat(service.asked())
        .extracting(Service.Asked::authorization)
        .containsOnly("Bearer token-of-variable");
    assertThat(ids(sent())).containsExactly("fresh", "base", "other", "same");
    assertThat(sent().getJsonArray("rules").getJsonObject(2))
        .isEqualTo(new JsonObject("{\"id\":\"other\",\"limits\":\"6/1s\"}"));
  }

  @Test
  void apply_withoutPrune_keepsWhatOnlyTheServiceHas() throws IOException {
    service.on("PUT /api/v1/rules", 200, answer(2, 1, 0, false));
    Files.writeString(folder.resolve("r.yml"), FILE + "default-rule: none\n");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "r.yml")).isEqualTo(0);
    assertThat(terminal.out())
        .contains("kept gone, which is not in the file; --prune deletes it\n")
        .doesNotContain("deleted gone");
    assertThat(ids(sent())).containsExactly("fresh", "base", "other", "same", "gone");
    assertThat(sent().getJsonArray("tiers").encode()).isEqualTo("[\"free\",\"pro\"]");
    assertThat(sent().getString("default-rule")).isEqualTo("none");
  }

  @Test
  void apply_asDryRun_asksTheServiceForADryRun() {
    service.on("PUT /api/v1/rules?dry-run=true", 200, answer(2, 1, 1, true));
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "--prune", "--dry-run", "r.yml")).isEqualTo(0);
    assertThat(terminal.out().lines())
        .hasSize(5)
        .allMatch(line -> line.endsWith(" (dry run: not done)"));
    assertThat(service.asked())
        .extracting(Service.Asked::line)
        .containsExactly(RULES, "PUT /api/v1/rules?dry-run=true");
  }

  @Test
  void apply_asJson_printsTheAnswerAndWhatWasKept() {
    service.on("PUT /api/v1/rules", 200, answer(2, 1, 0, false));
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "--json", "r.yml")).isEqualTo(0);
    JsonObject printed = new JsonObject(terminal.out());
    assertThat(printed.getInteger("revision")).isEqualTo(12);
    assertThat(printed.getJsonArray("kept").encode()).isEqualTo("[\"gone\"]");
  }

  @Test
  void apply_ofRulesChangedMeanwhile_isAFailureAndPrintsNoChange() {
    service.on("PUT /api/v1/rules", 412, "{\"detail\":\"another version\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "--prune", "r.yml")).isEqualTo(3);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err()).isEqualTo("rules: 412: another version\n");
  }

  @Test
  void apply_ofABookTheServiceRefuses_exitsWithOne() {
    service.on("PUT /api/v1/rules", 422, "{\"detail\":\"no\",\"problems\":[\"tiers\"]}");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "r.yml")).isEqualTo(1);
    assertThat(terminal.err()).isEqualTo("rules: 422: no\n  tiers\n");
  }

  @Test
  void apply_ofAWrongFile_exitsWithOneBeforeAskingTheService() throws IOException {
    Files.writeString(folder.resolve("r.yml"), "version: 3");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "apply", "r.yml")).isEqualTo(1);
    assertThat(terminal.err()).contains("r.yml:1: version: 3 (expected: 1)");
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void export_withAWrongToken_isAFailure() {
    service.on(RULES, 401, "{\"detail\":\"who are you?\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("rules", "export")).isEqualTo(3);
    assertThat(terminal.err()).isEqualTo("rules: 401: who are you?\n");
  }

  @Test
  void token_isTakenFromTheOptionFirstAndTheDataFolderLast() throws IOException {
    terminal().run("rules", "export", "--token", "token-of-option");
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/admin-token"), "token-of-file\n");
    new Terminal(folder).run("rules", "export", "--admin-url", service.url());

    assertThat(service.asked())
        .extracting(Service.Asked::authorization)
        .containsExactly("Bearer token-of-option", "Bearer token-of-file");
  }

  @Test
  void export_withoutAToken_isWrongUsage() {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("rules", "export", "--admin-url", service.url())).isEqualTo(2);
    assertThat(terminal.err()).startsWith("token: missing (expected: --token, ");
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void diff_whenTheServiceIsUnreachable_isAFailure() {
    service.close();

    assertThat(terminal().run("rules", "diff", "r.yml")).isEqualTo(3);
  }
}
