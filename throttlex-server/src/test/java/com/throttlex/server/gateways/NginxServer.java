package com.throttlex.server.gateways;

import com.throttlex.tck.programs.Programs;
import com.throttlex.tck.servers.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real nginx, which can be stopped, killed and started again. */
public final class NginxServer implements AutoCloseable {
  private static final String LOG = "seen.log";

  private final Path folder;
  private final int port = Ports.free();
  private GatewayProcess process;

  private NginxServer(Path folder) {
    this.folder = folder;
  }

  /**
   * Starts a server.
   *
   * @param http what the {@code http} block has, besides the server
   * @param server what the {@code server} block has; {@code PORT} is replaced by its port
   */
  public static NginxServer start(Path folder, String http, String server) throws Exception {
    NginxServer nginx = new NginxServer(folder);
    String text =
        """
        daemon off; master_process off; pid nginx.pid; error_log stderr;
        events { worker_connections 4096; }
        http {
          log_format seen '$status $request $http_idempotency_key $http_via';
          access_log %s seen;
          client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c;
          uwsgi_temp_path d; scgi_temp_path e;
          %s
          server { listen 127.0.0.1:PORT; root files; %s }
        }
        """
            .formatted(LOG, http, server)
            .replace("PORT", Integer.toString(nginx.port));
    Files.createDirectories(nginx.file(""));
    Files.writeString(folder.resolve("nginx.conf"), text);
    nginx.restart();
    return nginx;
  }

  /** Starts the server again after it was killed. */
  public void restart() throws Exception {
    process =
        GatewayProcess.start(
            folder,
            port,
            List.of(
                Programs.here().path("nginx").toString(),
                "-p",
                folder.toString(),
                "-c",
                folder.resolve("nginx.conf").toString(),
                "-e",
                "stderr"));
  }

  /** Kills the server (SIGKILL). */
  public void kill() {
    process.processes().kill();
  }

  /** Stops the server (SIGSTOP): it accepts connections and does nothing else. */
  public void pause() {
    process.processes().pause();
  }

  /** Lets a stopped server go on. */
  public void resume() {
    process.processes().resume();
  }

  /** Returns a file that the server serves. */
  public Path file(String name) {
    return folder.resolve("files").resolve(name);
  }

  /** Returns a line for each request so far: status, first line, idempotency key, Via. */
  public List<String> seen() throws IOException {
    return Files.readAllLines(folder.resolve(LOG));
  }

  /** The base of all URLs. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.close();
  }
}
