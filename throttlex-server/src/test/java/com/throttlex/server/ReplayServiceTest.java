package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code POST /api/v1/replay} of the whole service. */
class ReplayServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: orders, match: {endpoint: /orders}, key: [user], limits: 5/1m}
      """;
  private static final String STRICT = RULES.replace("5/1m", "2/1m");
  private static final String EARLIER =
      "{\"time\":\"2020-01-01T00:00:00Z\",\"user\":\"a\",\"endpoint\":\"/orders\"}\n";

  /** Bytes at the end of a form that are about a half of its last part. */
  private static final int HALF = 400;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("replay-log.jsonl"), EARLIER);
    Files.createDirectory(data.resolve("replay-mine"));
    Files.writeString(data.resolve(".replay-upload-file"), "mine");
    Files.writeString(Files.createDirectory(folder.resolve("linked")).resolve("mine"), "mine");
    Files.createSymbolicLink(data.resolve(".replay-upload-link"), folder.resolve("linked"));
    Path left = Files.createDirectory(data.resolve(".replay-upload-1"));
    Files.writeString(left.resolve("traffic"), "of a process that was killed");
    server =
        RunningServer.start(
            folder,
            RULES,
            """
            record: {file: data/replay-log.jsonl, sample: 100 %}
            identity: {ipv6-prefix: 48, api-key-header: X-Client}
            """);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String traffic(int requests) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      JsonObject line = new JsonObject().put("time", "2026-03-04T10:20:" + (10 + i % 40) + "Z");
      lines.append(line.put("user", "u").put("endpoint", "/orders").encode()).append('\n');
    }
    return lines.toString();
  }

  private static Reply send(UploadForm form) {
    return server.send(
        RunningServer.request(server.adminPort(), "/api/v1/replay", server.credential())
            .header("Content-Type", "multipart/form-data; boundary=" + UploadForm.BOUNDARY)
            .POST(HttpRequest.BodyPublishers.ofByteArray(form.whole())));
  }

  private static long denied(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json().getJsonObject("totals").getLong("denied");
  }

  private static void assertNoFiles() {
    Await.until("the files of replays are deleted", () -> uploads().isEmpty());
  }

  private static List<Path> uploads() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("data"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(".replay-upload-"))
          .filter(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .toList();
    }
  }

  /** Returns a connection that has sent a form but for its last bytes. */
  private static Socket begin(byte[] form, int unsent, String... credential) throws IOException {
    String head =
        "POST /api/v1/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            + (credential.length == 0 ? "" : String.join(": ", credential) + "\r\n")
            + "Content-Type: multipart/form-data; boundary="
            + UploadForm.BOUNDARY
            + "\r\nContent-Length: "
            + form.length
            + "\r\n\r\n";
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.adminPort());
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().write(form, 0, form.length - unsent);
    return socket;
  }

  private static String answer(Socket socket, byte[] form, int unsent) throws IOException {
    socket.getOutputStream().write(form, form.length - unsent, unsent);
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Waits until the file of the traffic has some bytes, and returns it. */
  private static Path partOfTraffic() throws IOException {
    Await.until(
        "a part of the traffic",
        () ->
            uploads().stream().anyMatch(upload -> upload.resolve("traffic").toFile().length() > 0));
    return uploads().get(0).resolve("traffic");
  }

  @Test
  void start_deletesOnlyFoldersOfEarlierUploads() throws IOException {
    Path data = folder.resolve("data");
    assertThat(data.resolve("replay-log.jsonl")).content().startsWith(EARLIER);
    assertThat(data.resolve("replay-mine")).isDirectory();
    assertThat(data.resolve(".replay-upload-file")).hasContent("mine");
    assertThat(data.resolve(".replay-upload-link").resolve("mine")).hasContent("mine");
    assertThat(data.resolve(".replay-upload-1")).doesNotExist();
  }

  @Test
  void traffic_thatCannotBeStored_isRefused() throws IOException {
    byte[] form = new UploadForm().file("rules", STRICT).file("traffic", traffic(10)).whole();
    try (Socket socket = begin(form, HALF, server.credential())) {
      Path traffic = partOfTraffic();
      Files.delete(traffic);
      Files.createSymbolicLink(traffic, Path.of("/dev/full"));
      assertThat(answer(socket, form, HALF))
          .startsWith("HTTP/1.1 507")
          .contains("body: not stored: ", "No space left");
    }
    assertNoFiles();
    assertThat(denied(send(new UploadForm().file("traffic", traffic(10))))).isEqualTo(5);
  }

  @Test
  void form_withoutAValidCredential_isNotStored() throws IOException {
    byte[] form = new UploadForm().file("rules", STRICT).file("traffic", traffic(10)).whole();
    try (Socket missing = begin(form, HALF);
        Socket wrong = begin(form, HALF, "Authorization", "Bearer wrong")) {
      assertThat(denied(send(new UploadForm().file("traffic", traffic(10))))).isEqualTo(5);
      assertThat(uploads()).isEmpty();
      assertThat(answer(missing, form, HALF)).startsWith("HTTP/1.1 401");
      assertThat(answer(wrong, form, HALF)).startsWith("HTTP/1.1 401");
    }
  }

  @Test
  void traffic_isReadWithTheIdentityOfTheService() {
    String keys = RULES.replace("[user]", "[api-key]").replace("5/1m", "1/1m");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      lines
          .append("{\"time\":\"2026-03-04T10:20:1" + i + "Z\",\"ip\":\"2001:db8::1\",")
          .append("\"http_x_client\":\"k" + i % 2 + "\",\"request_uri\":\"/orders\"}\n");
    }
    Reply reply = send(new UploadForm().file("traffic", lines.toString()).file("rules", keys));
    assertThat(denied(reply)).isEqualTo(4);
    assertThat(reply.json().getJsonArray("notes").encode())
        .contains("identity.ipv6-prefix: 48 is not modelled");
  }

  @Test
  void traffic_ofAForm_isDecidedByItsRules() {
    long before = server.remaining("u", "/orders");

    assertThat(denied(send(new UploadForm().file("traffic", traffic(10)).file("rules", STRICT))))
        .isEqualTo(8);
    assertThat(denied(send(new UploadForm().file("traffic", traffic(10))))).isEqualTo(5);
    assertThat(denied(send(new UploadForm().field("rules", STRICT).file("traffic", traffic(10)))))
        .isEqualTo(8);
    assertThat(server.remaining("u", "/orders")).isEqualTo(before);
    assertNoFiles();
  }

  @Test
  void traffic_comparedWithTheRulesInForce_showsTheDifference() {
    Reply reply =
        send(
            new UploadForm()
                .file("traffic", traffic(10))
                .file("rules", STRICT)
                .field("against", "current"));
    assertThat(denied(reply)).isEqualTo(8);
    assertThat(reply.json().getJsonObject("comparison").getLong("newlyDenied")).isEqualTo(3);
  }

  @Test
  void traffic_inSeveralFiles_isOneStreamInTheOrderOfTime() {
    String all = traffic(10);
    int middle = all.indexOf('\n', all.length() / 2) + 1;
    Reply reply =
        send(
            new UploadForm()
                .file("traffic", all.substring(middle))
                .file("traffic", all.substring(0, middle)));
    assertThat(denied(reply)).isEqualTo(5);
    assertThat(reply.json().getLong("requests")).isEqualTo(10);
    assertThat(reply.json().getJsonArray("files")).hasSize(2);
    UploadForm many = new UploadForm();
    for (int i = 0; i <= 100; i++) {
      many.file("traffic", traffic(1));
    }
    assertThat(send(many).body()).contains("traffic: too many (expected: at most 100 files)");
    assertThat(send(new UploadForm().file("rules", STRICT).file("rules", STRICT)).body())
        .contains("rules: again (expected: each part once)");
    assertNoFiles();
  }

  @Test
  void traffic_thatIsCompressed_isRead() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(traffic(10).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(denied(send(new UploadForm().file("traffic", zipped.toByteArray())))).isEqualTo(5);
  }

  @Test
  void recordedRequests_areDecidedAgain() {
    for (int i = 0; i < 7; i++) {
      server.check("{\"user\":\"recorded\",\"endpoint\":\"/orders\"}");
    }
    Reply same = server.admin("POST", "/api/v1/replay", "{\"recorded\":\"1h\"}");
    assertThat(denied(same)).isEqualTo(2);
    JsonObject strict = new JsonObject().put("recorded", "1h").put("rules", STRICT);
    assertThat(denied(server.admin("POST", "/api/v1/replay", strict.encode()))).isEqualTo(5);
    assertThat(same.json().getJsonArray("notes").encode()).doesNotContain("of clients");
    assertNoFiles();
  }

  @Test
  void recordedRequests_ofASample_sayWhichPartItIs(@TempDir Path other) throws IOException {
    try (RunningServer sampled =
        RunningServer.start(other, RULES, "record: {file: r.jsonl, sample: 12.5 %}\n")) {
      Reply reply = sampled.admin("POST", "/api/v1/replay", "{\"recorded\":\"1h\"}");
      assertThat(reply.json().getJsonArray("notes").encode())
          .contains("recorded: 12.5 % of clients; rules whose key is not the client");
    }
  }

  @Test
  void wrongRequests_getAllProblems() {
    assertThat(server.admin("POST", "/api/v1/replay", "{}").body()).contains("recorded");
    Reply member = server.admin("POST", "/api/v1/replay", "{\"recorded\":\"1y\",\"mask\":3}");
    assertThat(member.status()).isEqualTo(400);
    assertThat(member.body()).contains("recorded: ", "such as 1h", "mask: ");
    Reply parts =
        send(new UploadForm().field("wrong", "x").field("mask", "maybe").field("clients", "x"));
    assertThat(parts.status()).isEqualTo(400);
    assertThat(parts.body()).contains("unknown part", "traffic: missing", "mask: ", "clients: ");
    Reply rules =
        send(new UploadForm().file("traffic", traffic(1)).file("rules", "version: 1\nrules: 3"));
    assertThat(rules.status()).isEqualTo(422);
    assertThat(rules.body()).contains("rules:2: ");
    assertNoFiles();
  }

  @Test
  void traffic_thatIsTooLarge_isRefused() {
    assertThat(send(new UploadForm().file("traffic", new byte[(50 << 20) + 1])).status())
        .isEqualTo(413);
    assertNoFiles();
  }

  @Test
  void traffic_thatIsNoLog_isReportedAsBroken() {
    Reply reply = send(new UploadForm().file("traffic", "this is not\na log\n"));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getLong("requests")).isZero();
    JsonObject file = reply.json().getJsonArray("files").getJsonObject(0);
    assertThat(file.getString("file")).isEqualTo("traffic.txt");
    assertThat(file.getString("problem"))
        .isEqualTo(
            "line 1: format not known (expected: an access log, JSON lines or CSV with a header;"
                + " or use --format); the first line is \"this is not\"");
  }

  @Test
  void answer_escapesCharactersThatTurnOrHideText() {
    String line = "{\"time\":1794816000,\"user\":\"a\u202ez\",\"endpoint\":\"/orders\"}\n";
    String broken = "{\"time\":\"\u202e\u009b\"}\n";
    Reply reply = send(new UploadForm().file("traffic", line.repeat(9) + broken));
    assertThat(denied(reply)).isEqualTo(4);
    assertThat(reply.body()).contains("orders|user=a").doesNotContain("\u202e", "\u009b");
  }

  @Test
  void secondReplay_whileTheFirstArrives_isToldToRetry() throws IOException {
    byte[] form = new UploadForm().file("rules", STRICT).file("traffic", traffic(10)).whole();
    try (Socket first = begin(form, HALF, server.credential())) {
      partOfTraffic();
      Reply second = send(new UploadForm().file("traffic", traffic(1)));
      assertThat(second.status()).isEqualTo(503);
      assertThat(second.header("Retry-After")).isEqualTo("10");
      assertThat(answer(first, form, HALF)).startsWith("HTTP/1.1 200").contains("\"denied\":8");
    }
    try (Socket leaves = begin(form, HALF, server.credential())) {
      partOfTraffic();
      assertThat(leaves.isConnected()).isTrue();
    }
    Await.until(
        "the place of a client that left",
        () -> send(new UploadForm().file("traffic", traffic(1))).status() == 200);
    assertNoFiles();
  }
}
