package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A database server for one test: a real process on a free port of 127.0.0.1 that keeps its data in
 * a temporary folder, with its default durability unless it is shared. The methods that are not
 * abstract are those of MariaDB and MySQL.
 *
 * <p>It runs until {@link #close()}, or until the JVM ends. A start takes seconds; tests that do
 * not disturb the server share one and use a {@link #newDatabase()} each.
 */
public abstract sealed class SqlServer implements StoreServer
    permits PostgresServer, MariaDbServer, MySqlServer {
  static final String USER = "throttlex";

  private static final String DATA = "data";
  private static final int ATTEMPTS = 5;
  private static final Duration START = Duration.ofSeconds(60);
  private static final String PASSWORD = UUID.randomUUID().toString();

  /** The data of a server of each kind that was never started; each new server gets a copy. */
  private static final Map<Class<?>, ServerFolder> TEMPLATES = new ConcurrentHashMap<>();

  private static final Map<Class<?>, SqlServer> SHARED = new HashMap<>();
  private static final Set<SqlServer> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(SqlServer::endAll, "test-databases-end"));
  }

  private final int port = Ports.free();
  private final ServerFolder folder = ServerFolder.create();
  private final AtomicInteger databases = new AtomicInteger();
  private final List<String> options;
  private @Nullable Process process;

  /** Creates a server with options of the command line that override its own. */
  SqlServer(List<String> options) {
    this.options = options;
    OPEN.add(this);
  }

  /** Makes the data of an empty server in its folder, with a {@link #USER} of this password. */
  abstract void initialize() throws IOException;

  /** Makes the folder usable for the user that the server runs as. */
  void prepare() throws IOException {}

  /** Returns the program and its arguments. */
  abstract List<String> command() throws IOException;

  /** Returns the address of a database without user and password. */
  String address(String database) {
    return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database;
  }

  /** Returns a query for the folder of the data. */
  String dataQuery() {
    return "SELECT @@datadir";
  }

  /** The database that exists from the start. */
  String firstDatabase() {
    return "test";
  }

  /** Returns MySQL's options for its port. */
  final List<String> network() {
    return List.of(
        "--port=" + port(),
        "--bind-address=127.0.0.1",
        "--socket=socket",
        "--skip-name-resolve",
        "--max-connections=200");
  }

  /** Returns MySQL's statements that create the user and the first database, one per line. */
  final String creation() {
    String user = "'" + USER + "'@'%'";
    return String.join(
        "\n",
        "CREATE USER " + user + " IDENTIFIED BY '" + password() + "';",
        "GRANT ALL ON *.* TO " + user + " WITH GRANT OPTION;",
        "CREATE DATABASE " + firstDatabase() + ";\n");
  }

  /** Returns further parameters that every URL needs, each with a leading sign. */
  String parameters() {
    return "";
  }

  /** Returns URL parameters that bound each wait to some seconds, without a leading sign. */
  String bounds() {
    return "connectTimeout=5000&socketTimeout=5000";
  }

  /** Returns the shared server of this JVM and kind. */
  static <S extends SqlServer> S shared(Class<S> kind, Supplier<S> start) {
    synchronized (SHARED) {
      return kind.cast(SHARED.computeIfAbsent(kind, key -> start.get()));
    }
  }

  static <S extends SqlServer> S start(Supplier<S> fresh) {
    for (int attempt = 1; ; attempt++) {
      S server = fresh.get();
      try {
        server.fill();
        server.launch();
        return server;
      } catch (IOException | RuntimeException e) {
        boolean taken = server.folder().output().contains("Address already in use");
        server.close();
        if (!taken || attempt == ATTEMPTS) {
          throw e instanceof IOException io ? new UncheckedIOException(io) : (RuntimeException) e;
        }
      }
    }
  }

  /** Copies the data of an empty server, which takes much less time than to make it. */
  final void fill() throws IOException {
    prepare();
    synchronized (TEMPLATES) {
      ServerFolder template = TEMPLATES.get(getClass());
      if (template == null) {
        initialize();
        template = ProgramFolders.create();
        template.copyFrom(folder, DATA);
        TEMPLATES.put(getClass(), template);
        return;
      }
      folder.copyFrom(template, DATA);
    }
  }

  /** Starts the process and waits until it answers. */
  final void launch() throws IOException {
    List<String> command = new ArrayList<>(command());
    command.addAll(options);
    Process started = folder.process(command).start();
    process = started;
    try {
      Await.until(START, "an answer of " + this, () -> answers() || !started.isAlive());
    } catch (AssertionError e) {
      throw new IllegalStateException(folder.failure(toString(), started).getMessage(), e);
    }
    if (!started.isAlive()) {
      throw folder.failure(toString(), started);
    }
  }

  /** Returns whether this server answers, and not another one on its port. */
  private boolean answers() {
    try {
      Path folder = Path.of(Sql.text(url() + "&" + bounds(), dataQuery()));
      return folder.toRealPath().equals(data().toRealPath());
    } catch (IllegalStateException | IOException e) {
      return false;
    }
  }

  final ServerFolder folder() {
    return folder;
  }

  final String password() {
    return PASSWORD;
  }

  /** The folder of the data. */
  final Path data() {
    return folder.path().resolve(DATA);
  }

  @Override
  public final int port() {
    return port;
  }

  /** The id of the process, of the first one if there are several; it changes with a restart. */
  public final synchronized long pid() {
    return tree().root().pid();
  }

  /** The JDBC URL of the first database, with user and password. */
  public final String url() {
    return url(firstDatabase());
  }

  private String url(String database) {
    return address(database) + "?user=" + USER + "&password=" + PASSWORD + parameters();
  }

  /** Creates an empty database; returns its JDBC URL, with user and password. */
  public final String newDatabase() {
    String name = "test" + databases.incrementAndGet();
    Sql.run(url() + "&" + bounds(), "CREATE DATABASE " + name);
    return url(name);
  }

  @Override
  public final synchronized void kill() {
    tree().kill();
  }

  @Override
  public final synchronized void pause() {
    tree().pause();
  }

  @Override
  public final synchronized void resume() {
    tree().resume();
  }

  /** Restarts the server as declared, with the same data. */
  @Override
  public final synchronized void restart() {
    kill();
    try {
      launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProcessTree tree() {
    Process started = process;
    if (started == null) {
      throw new IllegalStateException(this + ": not started");
    }
    return new ProcessTree(started);
  }

  /** Ends the server and deletes its data. */
  @Override
  public final synchronized void close() {
    if (OPEN.remove(this)) {
      if (process != null) {
        end(tree());
      }
      folder.delete();
    }
  }

  /** Ends the server for good. */
  void end(ProcessTree processes) {
    processes.kill();
  }

  private static void endAll() {
    OPEN.forEach(SqlServer::close);
    ProgramFolders.delete();
  }

  /** The address without user and password. */
  @Override
  public final String toString() {
    return address(firstDatabase());
  }
}
