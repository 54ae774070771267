package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.admitted;
import static com.throttlex.server.acceptance.Exchanges.denied;
import static com.throttlex.server.acceptance.Exchanges.json;
import static com.throttlex.server.acceptance.Exchanges.retryAfter;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.tck.servers.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The service-level limiter: users from JSON Web Tokens, counters in Redis, rules in PostgreSQL.
 * The tests follow the sections of its document.
 */
class ServiceLimiterTest {
  private static final String FILE =
      "{version: 1, tiers: [free, pro, enterprise], default-rule: none}";
  private static final List<String> RULES =
      List.of(
          """
          {"id":"orders","match":{"endpoint":"/orders"},"key":["user"],"limits":"100/1m",\
          "algorithm":"fixed-window"}""",
          """
          {"id":"daily","match":{"endpoint":"/daily"},"key":["user"],"limits":"50/1d",\
          "algorithm":"fixed-window"}""",
          """
          {"id":"brief","match":{"endpoint":"/brief"},"key":["user"],"limits":"5/1s",\
          "algorithm":"fixed-window"}""",
          """
          {"id":"address","match":{"endpoint":"/address"},"key":["ip"],"limits":"3/1d",\
          "algorithm":"fixed-window"}""",
          """
          {"id":"mail","match":{"endpoint":"/mail"},"key":["user"],"limits":"1/1d",\
          "on-exceed":"queue"}""",
          """
          {"id":"plans","match":{"endpoint":"/plans"},"key":["user"],\
          "limits":{"free":"10/1d","pro":"100/1d","enterprise":"1000/1d"}}""");

  @TempDir static Path folder;
  private static final RedisServer redis = RedisServer.start();
  private static String database;
  private static RunningServer service;

  @BeforeAll
  static void start() throws IOException {
    database = PostgresServer.shared().newDatabase();
    service = node("a");
    RULES.forEach(rule -> json(service.admin("POST", "/api/v1/rules", rule), 201));
  }

  private static RunningServer node(String name) throws IOException {
    String settings =
        "{store: '%s', store-timeout: 2s, database: '%s', identity: {jwt: {algorithms: [HS256], secret: '%s', tier-claim: plan}}}"
            .formatted(redis.url(), database, SignedTokens.SECRET);
    return RunningServer.start(Files.createDirectory(folder.resolve(name)), FILE, settings);
  }

  @AfterAll
  static void stop() {
    service.close();
    redis.close();
  }

  private static String check(String endpoint) {
    return "{\"endpoint\":\"" + endpoint + "\"}";
  }

  private static String[] user(String name) {
    return SignedTokens.of(name, "free");
  }

  // 2. Core service

  @Test
  void request_withinTheLimitOfItsUser_isForwarded() {
    Reply first = service.check(check("/daily"), user("user_123"));
    Reply other = service.check(check("/daily"), user("user_456"));

    assertThat(json(first, 200).getLong("currentCount")).isEqualTo(1);
    assertThat(json(other, 200).getLong("currentCount")).isEqualTo(1);
  }

  @Test
  void request_withoutARule_isAllowed() {
    JsonObject answer = json(service.check(check("/unknown"), user("user_123")), 200);

    assertThat(answer.getValue("rule")).isNull();
  }

  // 4. Counters

  @Test
  void requests_inParallel_areCountedAtomically() {
    String check = "{\"user\":\"parallel\",\"endpoint\":\"/daily\"}";

    assertThat(admitted(List.of(service), 120, check)).isEqualTo(50);
  }

  // 5. Identity

  @Test
  void token_ofAnotherIssuer_givesNoUser() {
    String[] forged = SignedTokens.of("forged", "free", SignedTokens.SECRET.replace('t', 'x'));

    service.check(check("/daily"), forged);

    JsonObject peek =
        json(service.check("{\"user\":\"forged\",\"endpoint\":\"/daily\",\"cost\":0}"), 200);
    assertThat(peek.getLong("currentCount")).as("charges by the forged token").isZero();
  }

  // 6. Rules: database to cache

  @Test
  void rule_changedInTheDatabase_isFollowedByOtherNodesWithinASecond() throws IOException {
    String rule =
        """
        {"id":"synced","match":{"endpoint":"/synced"},"key":["user"],"limits":"7/1d",\
        "mode":"enforce"}""";
    String disabled = rule.replace("enforce", "off");
    String question = "{\"user\":\"u\",\"endpoint\":\"/synced\",\"cost\":0}";
    try (RunningServer other = node("b")) {
      json(service.admin("POST", "/api/v1/rules", rule), 201);
      // At once, and not after the 5 to 10 minutes of the document.
      double millis =
          MachineTime.of(() -> Await.until("7 a day", () -> limit(other, question) == 7));
      json(service.admin("PUT", "/api/v1/rules/synced", disabled), 200);
      Await.until("no limit", () -> limit(other, question) == -1);

      assertThat(millis).isLessThan(1_000);
      assertThat(Sql.number(database, "SELECT count(*) FROM throttlex_policy"))
          .isEqualTo(RULES.size() + 1);
    }
  }

  private static long limit(RunningServer node, String question) {
    return node.check(question).json().getLong("limit");
  }

  // 7. Flow: the gateway asks, then forwards or rejects

  @Test
  void gateway_thatAsksForEachRequest_forwardsOrRejects() {
    String[] token = user("gateway");
    String[] request = {"X-Forwarded-Uri", "/mail?to=ada", token[0], token[1]};

    Reply forwarded = service.get("/api/v1/authorize", request);
    Reply rejected = service.get("/api/v1/authorize", request);

    assertThat(forwarded.status()).isEqualTo(200);
    assertThat(rejected.status()).isEqualTo(429);
  }

  @Test
  void request_thatIsRejected_isPutIntoTheQueue() {
    String check = "{\"endpoint\":\"/mail\",\"service\":\"mail\"}";
    service.check(check, user("queued"));

    JsonObject queued = json(service.check(check, user("queued")), 202);
    Reply taken =
        service.post("/api/v1/queue/mail/take", "{\"consumer\":\"w1\"}", service.credential());

    JsonObject item = json(taken, 200).getJsonArray("items").getJsonObject(0);
    assertThat(item.getString("ticket")).isEqualTo(queued.getString("ticket"));
    assertThat(item.getJsonObject("request").getString("user")).isEqualTo("queued");
  }

  // 8. Error response

  @Test
  void denial_hasTheBodyAndTheHeadersOfTheDocument() {
    Reply denial = denied(service, "{\"endpoint\":\"/orders\",\"cost\":100}", user("denied"));

    JsonObject body = denial.json();
    // `error` is "Too Many Requests", as another document has it; the words are in `message`.
    assertThat(body.getString("error")).isEqualTo("Too Many Requests");
    assertThat(body.getString("message")).startsWith("Rate limit exceeded for key: ");
    assertThat(body.getLong("retry_after")).isBetween(1L, 60L);
    assertThat(denial.header("X-RateLimit-Limit")).isEqualTo("100");
    assertThat(denial.header("X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(retryAfter(denial)).isEqualTo(body.getLong("retry_after"));
  }

  // 9. Keys in Redis

  @Test
  void counter_inRedis_isFoundByItsUserAndExpires() {
    service.check(check("/daily"), user("named_user"));
    service.check("{\"ip\":\"192.168.0.5\",\"endpoint\":\"/address\"}");
    RedisKeys keys = new RedisKeys(redis);

    // The names are our own: rl:{subject}:rule|part=value:n; the window is in the value.
    assertThat(keys.matching("rl:{named_user}:*"))
        .containsExactly("rl:{named_user}:daily|user=named_user:0");
    assertThat(keys.matching("rl:{192.168.0.5}:*"))
        .containsExactly("rl:{192.168.0.5}:address|ip=192.168.0.5:0")
        .allMatch(key -> keys.expiresInMillis(key) > 0);
  }

  @Test
  void window_ofAMinute_endsAtAFullMinute() {
    JsonObject answer = json(service.check(check("/orders"), user("minute")), 200);

    assertThat(answer.getLong("resetAt") % 60).isZero();
  }

  // 10. Retry strategy

  @Test
  void client_thatWaitsAsTold_isServedAgain() {
    String[] user = user("patient");
    Reply denial = denied(service, check("/brief"), user);

    assertThat(retryAfter(denial)).isEqualTo(1);
    Await.until("an admission", () -> service.check(check("/brief"), user).status() == 200);
  }

  // Plans

  @ParameterizedTest
  @CsvSource({"free, 10", "pro, 100", "enterprise, 1000"})
  void plan_inTheToken_selectsTheLimit(String plan, long limit) {
    Reply answer = service.check(check("/plans"), SignedTokens.of("on-" + plan, plan));

    assertThat(json(answer, 200).getLong("limit")).isEqualTo(limit);
  }
}
