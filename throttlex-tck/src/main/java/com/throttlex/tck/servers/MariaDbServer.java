package com.throttlex.tck.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A MariaDB server for one test. */
public final class MariaDbServer extends SqlServer {
  private static @Nullable MariaDbServer shared;

  private final List<String> options;

  private MariaDbServer(List<String> options) {
    this.options = options;
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param moreOptions as on the command line of {@code mariadbd}: {@code
   *     "--innodb-flush-log-at-trx-commit=2"}; they override the options given here
   */
  public static MariaDbServer start(String... moreOptions) {
    return start(() -> new MariaDbServer(List.of(moreOptions)));
  }

  /** Returns the shared server of this JVM; do not close, kill or pause it. */
  public static synchronized MariaDbServer shared() {
    if (shared == null) {
      shared = start();
    }
    return shared;
  }

  /** One statement per line, as the server needs it here; grants apply after they are reloaded. */
  @Override
  void initialize() throws IOException {
    Files.createDirectory(data());
    String user = "'" + USER + "'@'%'";
    String statements =
        String.join(
            "\n",
            MariaDbProgram.systemTables(),
            "FLUSH PRIVILEGES;",
            "CREATE USER " + user + " IDENTIFIED BY '" + password() + "';",
            "GRANT ALL ON *.* TO " + user + " WITH GRANT OPTION;",
            "CREATE DATABASE " + firstDatabase() + ";\n");
    List<String> command = basics();
    command.add("--bootstrap");
    folder().run(command, Files.writeString(folder().path().resolve("bootstrap.sql"), statements));
  }

  @Override
  List<String> command() throws IOException {
    List<String> command = basics();
    command.addAll(List.of("--port=" + port(), "--bind-address=127.0.0.1", "--socket=socket"));
    command.addAll(List.of("--skip-name-resolve", "--max-connections=200"));
    // Creating keys for TLS takes longer than everything else.
    command.addAll(List.of("--skip-ssl", "--skip-log-bin"));
    command.addAll(options);
    return command;
  }

  private List<String> basics() throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(MariaDbProgram.executable().toString(), "--no-defaults"));
    command.addAll(List.of("--basedir=" + MariaDbProgram.home(), "--datadir=" + data()));
    command.addAll(List.of("--tmpdir=" + folder().path(), "--innodb-buffer-pool-size=128M"));
    command.add("--character-set-server=utf8mb4");
    if (folder().ofRoot()) {
      command.add("--user=root");
    }
    return command;
  }

  @Override
  String address(String database) {
    return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database;
  }

  @Override
  String firstDatabase() {
    return "test";
  }

  @Override
  String bounds() {
    return "connectTimeout=5000&socketTimeout=5000";
  }
}
