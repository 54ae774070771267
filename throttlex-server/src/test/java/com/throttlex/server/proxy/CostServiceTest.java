package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Costs from answers, through the real service in front of an application like an LLM API. */
class CostServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: requests
          key: header:X-User
          limits: 100/1d
          algorithm: fixed-window
        - id: tokens
          match: {endpoint: /chat/**}
          key: header:X-User
          limits: 1000/1d
          algorithm: fixed-window
          cost: {estimate: 100, json: usage.total_tokens}
        - id: cut-tokens
          match: {endpoint: /cut/**}
          key: header:X-User
          limits: 1000/1d
          algorithm: fixed-window
          cost: {estimate: 100, json: usage.total_tokens, on-overrun: cut}
        - id: rows
          match: {endpoint: /rows}
          key: header:X-User
          limits: 1000/1d
          algorithm: fixed-window
          cost: {estimate: 100, header: X-Cost}
        - id: bytes
          match: {endpoint: /bytes/finish}
          key: header:X-User
          limits: 10000/1d
          algorithm: fixed-window
          cost: {estimate: 100, bytes: response}
        - id: cut-bytes
          match: {endpoint: /bytes/cut}
          key: header:X-User
          limits: 10000/1d
          algorithm: fixed-window
          cost: {estimate: 100, bytes: response, on-overrun: cut}
      """;

  private static final Map<String, String> PATHS =
      Map.of(
          "requests", "/chat/a",
          "tokens", "/chat/a",
          "cut-tokens", "/cut/a",
          "rows", "/rows",
          "bytes", "/bytes/finish",
          "cut-bytes", "/bytes/cut");

  @TempDir static Path folder;
  private static JdkUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = LlmApplication.start();
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - id: llm
                  upstreams: [%s]
            """
                .formatted(upstream.url()));
  }

  @AfterAll
  static void stop() {
    server.close();
    LlmApplication.releaseAll();
    upstream.close();
  }

  private static Reply get(String user, String path) {
    return server.send(RunningServer.request(server.proxyPort(), path, "X-User", user));
  }

  /** Returns what a user has left; a settlement may change it a moment after the answer. */
  private static long left(String rule, String user) {
    String peek = new JsonObject().put("endpoint", PATHS.get(rule)).put("cost", 0).encode();
    return server.check(peek, "X-User", user).json().getJsonArray("limits").stream()
        .map(JsonObject.class::cast)
        .filter(limit -> limit.getString("rule").equals(rule))
        .mapToLong(limit -> limit.getLong("remaining"))
        .sum();
  }

  private static void awaitLeft(String rule, String user, long left) {
    Await.until(() -> rule + " " + left(rule, user), () -> left(rule, user) == left);
  }

  @ParameterizedTest
  @CsvSource({
    "small, json=42, 958",
    "large, json=900, 100",
    "debt, json=5000, 0",
    "zipped, gzip=42, 958",
    "zero, json=0, 999",
    "fraction, json=41.5, 958",
    "missing, json=null, 900",
    "negative, json=-5, 900",
    "huge, json=99999999999999999999, 900",
    "word, json=true, 900",
    "brotli, br=42, 900",
    "other, bytes=42, 900"
  })
  void jsonAnswer_tellsItsTokens_orTheEstimateStands(String user, String query, long left) {
    assertThat(get(user, "/chat/a?" + query).status()).isEqualTo(200);
    awaitLeft("tokens", user, left);
    assertThat(left("requests", user)).as("a request is one request").isEqualTo(99);
  }

  @Test
  void answer_passesUnchanged() {
    assertThat(get("same", "/chat/a?json=42").body()).isEqualTo(LlmApplication.usage("42"));
    assertThat(get("same", "/chat/a?stream=1,2").body())
        .isEqualTo(
            "data: "
                + LlmApplication.usage("1")
                + "\r\n\r\ndata: "
                + LlmApplication.usage("2")
                + "\r\n\r\ndata: [DONE]\n\n");
  }

  @Test
  void debt_deniesLaterRequests() {
    assertThat(get("owes", "/chat/a?json=1500").status()).isEqualTo(200);
    awaitLeft("tokens", "owes", 0);
    Reply denied = get("owes", "/chat/a?json=1");
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.json().getString("rule")).isEqualTo("tokens");
  }

  @ParameterizedTest
  @CsvSource({"rows-7, 7, 993", "rows-0, 0, 999", "rows-x, x, 900"})
  void headerCost_isSettled(String user, String cost, long left) {
    assertThat(get(user, "/rows?rows=" + cost).status()).isEqualTo(200);
    awaitLeft("rows", user, left);
  }

  @Test
  void byteCost_isTheLengthOfTheBody() {
    assertThat(get("reader", "/bytes/finish?bytes=4321").body()).hasSize(4321);
    awaitLeft("bytes", "reader", 10000 - 4321);
  }

  @Test
  void stream_endsWithTheUsageOfItsLastEvent() {
    get("talker", "/chat/a?stream=10,250,260");
    awaitLeft("tokens", "talker", 740);
  }

  @Test
  void stream_whileItGrows_extendsItsReservation() throws IOException {
    try (Socket client = open("grower", "/chat/a?stream=50,grow,450,growmore,460")) {
      awaitLeft("tokens", "grower", 900);
      LlmApplication.release("grow");
      Await.until("extended", () -> left("tokens", "grower") <= 550);
      LlmApplication.release("growmore");
      client.getInputStream().readAllBytes();
    }
    awaitLeft("tokens", "grower", 540);
  }

  @Test
  void stream_thatOutgrowsTheLimit_isFinishedAndLeavesDebt() {
    Reply reply = get("finisher", "/chat/a?stream=500,5000,6000");
    assertThat(reply.body()).endsWith("data: [DONE]\n\n");
    awaitLeft("tokens", "finisher", 0);
    assertThat(get("finisher", "/chat/a?json=1").status()).isEqualTo(429);
  }

  @Test
  void stream_thatOutgrowsTheLimit_isCutIfTheRuleSaysSo() throws IOException {
    String got;
    try (Socket client = open("cutter", "/cut/a?stream=500,cutnow,5000,6000")) {
      readUntil(client, ":500}");
      LlmApplication.release("cutnow");
      got = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(got).doesNotContain(":5000}").doesNotContain(":6000}").doesNotContain("[DONE]");
    assertThat(got).as("no last chunk").doesNotEndWith("0\r\n\r\n");
    awaitLeft("cut-tokens", "cutter", 0);
  }

  @Test
  void body_thatOutgrowsTheLimit_isCutAndChargedAsFarAsItWasSent() throws IOException {
    byte[] got;
    try (Socket client = open("cutbytes", "/bytes/cut?bytes=2000000")) {
      got = client.getInputStream().readAllBytes();
    }
    assertThat(got.length).isLessThan(200_000);
    long sent = got.length;
    Await.until("settled", () -> 10_000 - left("cut-bytes", "cutbytes") <= Math.max(1, sent));
    assertThat(left("cut-bytes", "cutbytes")).isBetween(0L, 9_999L);
  }

  @Test
  void clientThatLeaves_isChargedWhatItsStreamToldSoFar() throws IOException {
    try (Socket client = open("leaver", "/chat/a?stream=321,leaves,999")) {
      assertThat(readUntil(client, ":321}")).contains("200");
    }
    awaitLeft("tokens", "leaver", 679);
    LlmApplication.release("leaves");
  }

  @Test
  void clientThatLeavesBeforeAnyCost_isChargedTheEstimate() throws IOException {
    double before = estimated();
    try (Socket client = open("early", "/chat/a?stream=early,5")) {
      readUntil(client, "\r\n\r\n");
      assertThat(left("tokens", "early")).isEqualTo(900);
    }
    Await.until("ended", () -> estimated() > before);
    assertThat(left("tokens", "early")).isEqualTo(900);
    assertThat(left("requests", "early")).isEqualTo(99);
  }

  @Test
  void upstreamThatBreaks_isChargedWhatItToldOrTheEstimate() throws IOException {
    try (Socket client = open("broken", "/chat/a?stream=321,x")) {
      client.getInputStream().readAllBytes();
    }
    awaitLeft("tokens", "broken", 679);
    assertThat(get("down", "/chat/a?down=1").status()).isEqualTo(502);
    assertThat(left("tokens", "down")).isEqualTo(900);
  }

  /** Returns the metric of answers whose estimate stands. */
  private static double estimated() {
    String metrics = server.send(RunningServer.request(server.adminPort(), "/metrics")).body();
    return metrics
        .lines()
        .filter(line -> line.startsWith("throttlex_proxy_costs_total"))
        .filter(line -> line.contains("estimated") && line.contains("json"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static Socket open(String user, String path) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.proxyPort());
    client.setSoTimeout(20_000);
    String head =
        "GET " + path + " HTTP/1.1\r\nHost: h\r\nX-User: " + user + "\r\nConnection: close\r\n\r\n";
    client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private static String readUntil(Socket client, String text) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (!read.toString(StandardCharsets.UTF_8).contains(text)) {
      int b = client.getInputStream().read();
      assertThat(b).isNotNegative();
      read.write(b);
    }
    return read.toString(StandardCharsets.UTF_8);
  }
}
