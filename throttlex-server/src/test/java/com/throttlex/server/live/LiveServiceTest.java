package com.throttlex.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.admin.ApiDocument;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Live numbers and the caller's facts, as the service sends them. */
class LiveServiceTest {
  private static final String SECRET = "a secret of the issuer, long enough for HS256";
  private static final String ADMIN = "admin-token-0123456789";
  private static final String VIEWER = "viewer-token-0123456789";

  /** The seconds for which a token is accepted after its expiry. */
  private static final int LEEWAY_SECONDS = 30;

  private static final String SETTINGS =
      """
      admin:
        tokens:
          - {name: ada, role: admin, token: admin-token-0123456789}
          - {name: vera, role: viewer, token: viewer-token-0123456789}
      identity:
        jwt: {algorithms: [HS256], secret: 'a secret of the issuer, long enough for HS256', role-claim: role}
      """;

  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: few, match: {endpoint: /few}, key: [user], limits: 2/1d, algorithm: fixed-window}
        - {id: slow, match: {endpoint: /slow}, key: [user], limits: 1/10s, on-exceed: {delay: 60s}}
        - {id: busy, match: {endpoint: /busy}, key: [user], limits: 1/1d, on-exceed: shed}
        - {id: tried, match: {endpoint: /tried}, key: [user], limits: 1/1d, mode: shadow}
      """;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, RULES, SETTINGS);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static HttpRequest.Builder request(String path, String token) {
    return RunningServer.request(server.adminPort(), path, "Authorization", "Bearer " + token);
  }

  private static LiveWatcher watch(String token) {
    return new LiveWatcher(server.client(), request("/api/v1/live", token).build());
  }

  private static void check(String endpoint, int times) {
    for (int i = 0; i < times; i++) {
      server.check("{\"user\":\"u\",\"endpoint\":\"" + endpoint + "\"}");
    }
  }

  private static String jwt(String role, long seconds) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .subject("jo")
            .claim("role", role)
            .expirationTime(Date.from(Instant.now().plusSeconds(seconds)))
            .build();
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    try {
      token.sign(new MACSigner(SECRET.getBytes(StandardCharsets.UTF_8)));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
    return token.serialize();
  }

  @Test
  void decisionsOfEachKind_areInTheEvents_asTheDocumentSays() {
    ApiDocument document = new ApiDocument(server.send(request("/openapi.yaml", VIEWER)).body());
    try (LiveWatcher watcher = watch(VIEWER)) {
      JsonObject before =
          watcher.await("live", event -> event.containsKey("second")).getJsonObject("totals");
      check("/few", 3);
      check("/slow", 2);
      check("/busy", 3);
      check("/tried", 2);
      check("/other", 1);
      JsonObject event =
          watcher.await(
              "live",
              e ->
                  e.containsKey("top")
                      && e.getJsonObject("totals").getLong("allowed")
                          == before.getLong("allowed") + 8);
      JsonObject totals = event.getJsonObject("totals");
      assertThat(totals.getLong("denied") - before.getLong("denied")).isEqualTo(1);
      assertThat(totals.getLong("delayed") - before.getLong("delayed")).isEqualTo(1);
      assertThat(totals.getLong("shed") - before.getLong("shed")).isEqualTo(2);
      assertThat(sum(watcher, "few", "denied")).isEqualTo(1);
      assertThat(sum(watcher, "slow", "delayed")).isEqualTo(1);
      assertThat(sum(watcher, "busy", "denied")).isEqualTo(2);
      assertThat(sum(watcher, "tried", "shadowDenied")).isEqualTo(1);
      assertThat(sum(watcher, "none", "allowed")).isEqualTo(1);
      JsonObject whole =
          watcher.await(
              "live",
              e ->
                  e.containsKey("top")
                      && !e.getJsonObject("top").getJsonArray("mostDenied").isEmpty());
      assertThat(whole.getJsonObject("top").encode()).contains("few|user=u");
      assertThat(whole.getJsonObject("health").getString("status")).isEqualTo("UP");
      assertThat(whole.getString("rulesEtag"))
          .isEqualTo(server.send(request("/api/v1/rules", VIEWER)).header("ETag"));
      watcher
          .events()
          .forEach(
              one -> {
                if (one.name().equals("live")) {
                  document.check("LiveEvent", one.data().encode());
                }
              });
    }
    assertThat(server.metric("throttlex_delayed_total")).isEqualTo(1);
  }

  /** Returns the sum of a count of a rule in all seconds. */
  private static long sum(LiveWatcher watcher, String rule, String count) {
    return watcher.events().stream()
        .filter(event -> event.data().containsKey("rules"))
        .flatMap(event -> event.data().getJsonArray("rules").stream())
        .map(JsonObject.class::cast)
        .filter(row -> row.getString("rule").equals(rule))
        .mapToLong(row -> row.getLong(count))
        .sum();
  }

  @Test
  void stream_whoseTokenExpires_endsAndCountsNoGuess() {
    double wrong = server.metric("throttlex_credentials_wrong_total");
    try (LiveWatcher lasting = watch(jwt("viewer", 600));
        LiveWatcher expiring = watch(jwt("viewer", 4 - LEEWAY_SECONDS))) {
      expiring.await("live", event -> true);
      lasting.await("live", event -> true);
      expiring.awaitEnd();
      int before = lasting.events().size();
      lasting.await("live", event -> lasting.events().size() > before);
    }
    assertThat(server.metric("throttlex_credentials_wrong_total")).isEqualTo(wrong);
  }

  @Test
  void stream_withoutAValidToken_isUnauthorized() {
    Reply none = server.send(RunningServer.request(server.adminPort(), "/api/v1/live"));
    assertThat(none.status()).isEqualTo(401);
    assertThat(server.send(request("/api/v1/live", "x".repeat(20))).status()).isEqualTo(401);
    assertThat(server.send(request("/api/v1/live", jwt("nobody", 600))).status()).isEqualTo(401);
  }

  @Test
  void head_ofTheStream_endsAtOnce() {
    Reply head =
        server.send(
            request("/api/v1/live", VIEWER).method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Type")).isEqualTo(LiveFeed.TYPE);
  }

  @Test
  void me_showsTheCallerAndTheService() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    JsonObject me = server.send(request("/api/v1/me", VIEWER)).json();
    assertThat(me.getString("name")).isEqualTo("vera");
    assertThat(me.getString("role")).isEqualTo("viewer");
    assertThat(me.getString("version")).isNotEmpty();
    assertThat(me.getInstant("time")).isBetween(before, Instant.now());
    assertThat(me.getJsonObject("service"))
        .isEqualTo(
            new JsonObject()
                .put("accessToken", false)
                .put("record", false)
                .put("dataPort", server.port())
                .put("ruleFile", server.rules().toString()));
    assertThat(server.send(request("/api/v1/me", ADMIN)).json().getString("role"))
        .isEqualTo("admin");
    assertThat(server.send(request("/api/v1/me", jwt("editor", 600))).json().getString("name"))
        .isEqualTo("jo");
  }
}
