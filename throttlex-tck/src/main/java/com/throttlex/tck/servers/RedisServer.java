package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server for one test: a real process on a free port of 127.0.0.1 that writes nothing to
 * disk.
 *
 * <p>It runs until {@link #close()}, or until the JVM ends.
 */
public final class RedisServer implements StoreServer {
  private static final int ATTEMPTS = 5;
  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final Duration COMMAND = Duration.ofSeconds(5);
  private static final String PASSWORD = "--requirepass";
  private static final String SENTINEL = "--sentinel";
  private static final Set<RedisServer> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(RedisServer::closeAll, "test-servers-end"));
  }

  private final int port;
  private final List<String> options;
  private final ServerFolder folder;
  private volatile Process process;

  private RedisServer(int port, List<String> options, ServerFolder folder) throws IOException {
    this.port = port;
    this.options = options;
    this.folder = folder;
    process = RedisProgram.start(arguments(), folder);
    OPEN.add(this);
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param moreOptions as on the command line of {@code redis-server}: {@code "--appendonly",
   *     "yes"}; they override the options given here
   */
  public static RedisServer start(String... moreOptions) {
    for (int attempt = 1; ; attempt++) {
      ServerFolder folder = ServerFolder.create();
      RedisServer server = launch(List.of(moreOptions), folder);
      try {
        server.awaitAnswer();
        return server;
      } catch (IllegalStateException | AssertionError e) {
        boolean taken = folder.output().contains("Address already in use");
        server.close();
        if (!taken || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static RedisServer launch(List<String> options, ServerFolder folder) {
    try {
      return new RedisServer(Ports.free(), options, folder);
    } catch (IOException e) {
      folder.delete();
      throw new UncheckedIOException(e);
    }
  }

  private List<String> arguments() throws IOException {
    List<String> arguments = new ArrayList<>();
    if (options.contains(SENTINEL)) {
      arguments.add(sentinelFile().toString());
    }
    arguments.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    arguments.addAll(
        List.of("--save", "", "--appendonly", "no", "--dir", folder.path().toString()));
    arguments.addAll(List.of("--daemonize", "no", "--protected-mode", "no"));
    arguments.addAll(options);
    return arguments;
  }

  /** Returns the file in which a sentinel stores its configuration. */
  private Path sentinelFile() throws IOException {
    Path file = folder.path().resolve("sentinel.conf");
    return Files.exists(file) ? file : Files.createFile(file);
  }

  private void awaitAnswer() {
    Await.until(
        () -> folder.failure("redis-server", process).getMessage(),
        () -> answers() || !process.isAlive());
    if (!process.isAlive()) {
      throw folder.failure("redis-server", process);
    }
  }

  /** Returns whether this server answers, and not another one on its port. */
  private boolean answers() {
    try {
      return String.valueOf(command(PROBE, "INFO", "server"))
          .contains("process_id:" + pid() + "\r");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public int port() {
    return port;
  }

  /** {@code redis://127.0.0.1:port}. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** The process id; it changes with {@link #restart()}. */
  public long pid() {
    return process.pid();
  }

  /**
   * Sends a command over a new connection and waits for the reply, at most five seconds.
   *
   * @return a String, a Long, a List of these, or null
   * @throws IllegalStateException the reply is an error
   * @throws UncheckedIOException there is no reply
   */
  public @Nullable Object command(String... words) {
    try {
      return command(COMMAND, words);
    } catch (IOException e) {
      throw new UncheckedIOException(url() + ": no reply to " + words[0], e);
    }
  }

  private @Nullable Object command(Duration timeout, String... words) throws IOException {
    try (Resp connection = new Resp(port, timeout)) {
      int password = options.indexOf(PASSWORD) + 1;
      if (password > 0) {
        connection.call("AUTH", options.get(password));
      }
      return connection.call(words);
    }
  }

  @Override
  public synchronized void kill() {
    new ProcessTree(process).kill();
  }

  @Override
  public synchronized void pause() {
    new ProcessTree(process).pause();
  }

  @Override
  public synchronized void resume() {
    new ProcessTree(process).resume();
  }

  /** Restarts the server as declared, without data. */
  @Override
  public synchronized void restart() {
    kill();
    try {
      process = RedisProgram.start(arguments(), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitAnswer();
  }

  @Override
  public synchronized void close() {
    if (OPEN.remove(this)) {
      kill();
      folder.delete();
    }
  }

  private static void closeAll() {
    OPEN.forEach(RedisServer::close);
  }

  @Override
  public String toString() {
    return url();
  }
}
