package com.throttlex.benchmarks.dashboard;

import com.throttlex.benchmarks.service.Child;
import com.throttlex.benchmarks.service.Children;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A tab of a headless Chromium, controlled over the protocol of its developer tools. */
final class BrowserTab {
  private static final int PATIENCE_SECONDS = 60;
  private static final int STEP_MILLIS = 20;

  private final WebSocket socket;
  private final BlockingQueue<JsonObject> messages;
  private final String session;
  private int last;

  private BrowserTab(WebSocket socket, BlockingQueue<JsonObject> messages)
      throws IOException, InterruptedException {
    this.socket = socket;
    this.messages = messages;
    JsonObject blank = new JsonObject().put("url", "about:blank");
    String target = call(null, "Target.createTarget", blank).getString("targetId");
    JsonObject attach = new JsonObject().put("targetId", target).put("flatten", true);
    session = call(null, "Target.attachToTarget", attach).getString("sessionId");
  }

  /** Starts the browser with an empty profile. */
  static BrowserTab start(Children children, String chromium)
      throws IOException, InterruptedException {
    Path profile = children.folder().resolve("chromium");
    Child child =
        children.start(
            "chromium",
            List.of(
                chromium,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank"));
    URI address = address(child, profile.resolve("DevToolsActivePort"));
    BlockingQueue<JsonObject> messages = new LinkedBlockingQueue<>();
    WebSocket socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new Messages(messages))
            .join();
    return new BrowserTab(socket, messages);
  }

  /** The browser writes its port and the path of its socket to a file. */
  private static URI address(Child child, Path file) throws IOException, InterruptedException {
    for (int i = 0; i < PATIENCE_SECONDS * 1000 / STEP_MILLIS; i++) {
      child.requireAlive();
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() == 2) {
        return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      }
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
    throw new IOException("chromium: no port (expected: one within " + PATIENCE_SECONDS + " s)");
  }

  /** Opens an address; the page loads while this returns. */
  void open(String address) throws IOException, InterruptedException {
    call(session, "Page.navigate", new JsonObject().put("url", address));
  }

  /** Loads the page again, all files from the service; returns when the old page is left. */
  void reload() throws IOException, InterruptedException {
    call(session, "Page.enable", new JsonObject());
    call(session, "Page.reload", new JsonObject().put("ignoreCache", true));
    JsonObject message = new JsonObject();
    while (!"Page.frameNavigated".equals(message.getString("method"))) {
      message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new IOException("Page.reload: no new page (expected: one)");
      }
    }
  }

  /** Delays each answer, as a network far away does. */
  void delay(int millis) throws IOException, InterruptedException {
    call(session, "Network.enable", new JsonObject());
    JsonObject network =
        new JsonObject()
            .put("offline", false)
            .put("latency", millis)
            .put("downloadThroughput", -1)
            .put("uploadThroughput", -1);
    call(session, "Network.emulateNetworkConditions", network);
  }

  /** Runs a script until its promise is kept; returns the number that it gives. */
  double number(String script) throws IOException, InterruptedException {
    JsonObject parameters =
        new JsonObject()
            .put("expression", script)
            .put("awaitPromise", true)
            .put("returnByValue", true);
    JsonObject answer = call(session, "Runtime.evaluate", parameters);
    Object value = answer.getJsonObject("result").getValue("value");
    if (!(value instanceof Number number)) {
      throw new IOException("script: " + answer.encode() + " (expected: a number)");
    }
    return number.doubleValue();
  }

  private JsonObject call(@Nullable String to, String method, JsonObject parameters)
      throws IOException, InterruptedException {
    int id = ++last;
    JsonObject call =
        new JsonObject().put("id", id).put("method", method).put("params", parameters);
    socket.sendText((to == null ? call : call.put("sessionId", to)).encode(), true).join();
    while (true) {
      JsonObject message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (message == null || message.containsKey("error")) {
        throw new IOException(method + ": " + message + " (expected: a result)");
      } else if (message.getInteger("id", 0) == id) {
        return message.getJsonObject("result");
      }
    }
  }

  /** Puts the parts of messages together. */
  private static final class Messages implements WebSocket.Listener {
    private final BlockingQueue<JsonObject> messages;
    private final StringBuilder text = new StringBuilder();

    Messages(BlockingQueue<JsonObject> messages) {
      this.messages = messages;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean end) {
      text.append(part);
      if (end) {
        messages.add(new JsonObject(text.toString()));
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
