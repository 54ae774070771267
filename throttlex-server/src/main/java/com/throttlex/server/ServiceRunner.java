package com.throttlex.server;

import com.throttlex.server.cli.ServeAction;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.Version;
import com.throttlex.server.identity.AdminTokenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Runs the service until the process gets a signal to end. */
final class ServiceRunner implements ServeAction {
  private static final String SAMPLE =
      "{\"user\":\"u-42\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\"}";

  @Override
  public int run(Settings settings, PrintWriter out) throws IOException, InterruptedException {
    Logging.use(settings.log().format());
    ThrottleXServer server = ThrottleXServer.start(settings);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  out.println("ThrottleX has ended.");
                  ended.countDown();
                },
                "throttlex-end"));
    greet(server, settings, out);
    ended.await();
    return 0;
  }

  private static void greet(ThrottleXServer server, Settings settings, PrintWriter out) {
    String host = settings.server().host();
    String scheme = settings.server().tls() == null ? "http" : "https";
    out.println("ThrottleX " + Version.TEXT + " is ready.");
    line(
        out,
        "proxy",
        server.proxyPort(),
        url(scheme, host, server.proxyPort()) + upstreams(settings));
    line(out, "checks", server.port(), url(scheme, host, server.port()) + "  (HTTP, gRPC, Envoy)");
    line(out, "admin", server.adminPort(), url(scheme, host, server.adminPort()));
    line(out, "Redis", server.respPort(), host + ":" + server.respPort());
    Path file = server.ruleFile();
    String where = file == null ? "database" : file.toString();
    out.println("  rules   " + where + "  (" + server.rules() + " in force)");
    AdminTokenFile token = server.generatedToken();
    String page = url(scheme, host, server.adminPort()) + "/";
    if (token == null) {
      line(out, "open", server.adminPort(), page + "  (dashboard)");
    } else {
      boolean shown = !isJournal();
      String text = shown ? token.token() + "  " : "";
      out.println("  token   " + text + "(admin token; kept in " + token.file() + ")");
      String link = shown ? page + "#token=" + token.token() : page;
      line(out, "open", server.adminPort(), link + "  (dashboard)");
    }
    if (isExposed(settings.server())) {
      out.println(
          "  access  open to every client; restrict it with server.access.tokens or"
              + " server.tls.client-ca-file");
    }
    if (server.proxyPort() != Settings.OFF) {
      out.println("Try:");
      out.println("  curl -i " + url(scheme, host, server.proxyPort()) + "/");
    } else if (server.port() != Settings.OFF) {
      out.println("Try:");
      boolean closed = !settings.server().accessTokens().isEmpty();
      out.println(
          "  curl -i "
              + url(scheme, host, server.port())
              + "/api/v1/check"
              + (closed ? " -H 'X-ThrottleX-Token: TOKEN'" : "")
              + " -H 'Content-Type: application/json' -d '"
              + SAMPLE
              + "'");
    }
    out.flush();
  }

  /** Returns whether the output goes to the journal of systemd, which more people may read. */
  private static boolean isJournal() {
    String stream = System.getenv("JOURNAL_STREAM");
    if (stream == null) {
      return false;
    }
    try {
      String output = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return output.equals("socket:[" + stream.substring(stream.indexOf(':') + 1) + "]");
    } catch (IOException e) {
      return true;
    }
  }

  /** Returns where the proxy forwards requests to. */
  private static String upstreams(Settings settings) {
    return "  (to "
        + settings.proxy().routes().stream()
            .flatMap(route -> route.upstreams().stream())
            .map(URI::toString)
            .distinct()
            .collect(Collectors.joining(", "))
        + ")";
  }

  /** Returns whether clients on other machines need no credential. */
  private static boolean isExposed(Settings.Server server) {
    String host = server.host();
    boolean local = host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
    Settings.Tls tls = server.tls();
    boolean closed =
        !server.accessTokens().isEmpty() || (tls != null && tls.clientCaFile() != null);
    return !local && !closed;
  }

  private static void line(PrintWriter out, String name, int port, String where) {
    if (port != Settings.OFF) {
      out.printf("  %-7s %s%n", name, where);
    }
  }

  private static String url(String scheme, String host, int port) {
    String shown = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
    return URI.create(
            scheme + "://" + (shown.contains(":") ? "[" + shown + "]" : shown) + ":" + port)
        .toString();
  }
}
