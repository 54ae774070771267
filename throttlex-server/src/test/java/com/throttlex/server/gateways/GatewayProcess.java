package com.throttlex.server.gateways;

import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A gateway as a separate process. */
public final class GatewayProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final Process process;
  private final Path log;

  private GatewayProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a gateway in a folder and returns when it listens at the port. */
  public static GatewayProcess start(Path folder, int port, List<String> command) throws Exception {
    Path log = folder.resolve("gateway.log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Stream.of("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
        .forEach(name -> builder.environment().put(name, folder.toString()));
    GatewayProcess gateway = new GatewayProcess(builder.start(), log);
    try {
      Await.until(command + " listens", () -> gateway.listens(port));
      return gateway;
    } catch (Exception | AssertionError e) {
      gateway.close();
      throw e;
    }
  }

  private boolean listens(int port) {
    if (!process.isAlive()) {
      throw new AssertionError("exit " + process.exitValue() + ", it said: " + Recipes.text(log));
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Asks the gateway to end, and kills what is left. */
  @Override
  public void close() {
    List<ProcessHandle> workers = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workers.forEach(ProcessHandle::destroyForcibly);
  }
}
