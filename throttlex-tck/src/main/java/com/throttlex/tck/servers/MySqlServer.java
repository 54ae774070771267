package com.throttlex.tck.servers;

import com.throttlex.tck.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A MySQL server for one test; it needs the program {@code mysqld}.
 *
 * <p>Its URLs are for MariaDB's driver; those for MySQL's own begin with {@code jdbc:mysql:}.
 */
public final class MySqlServer extends SqlServer {
  private final AtomicInteger users = new AtomicInteger();

  private MySqlServer(List<String> options) {
    super(options);
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param moreOptions as on the command line of {@code mysqld}: {@code
   *     "--innodb-flush-log-at-trx-commit=2"}; they override the options given here
   */
  public static MySqlServer start(String... moreOptions) {
    return start(() -> new MySqlServer(List.of(moreOptions)));
  }

  /**
   * Returns the shared server of this JVM; do not close, kill or pause it. It leaves writing to
   * disk to the operating system.
   */
  public static MySqlServer shared() {
    return shared(MySqlServer.class, () -> start("--innodb-flush-log-at-trx-commit=2"));
  }

  /**
   * Creates an empty database and a user for it, who has never logged in. Returns the simplest URL:
   * with user and password and nothing else. MySQL needs the password itself from such a user
   * ({@code caching_sha2_password}).
   */
  public String newPlainDatabase() {
    String user = "plain" + users.incrementAndGet();
    String url = newDatabase();
    Sql.run(url, "CREATE USER " + user + " IDENTIFIED BY '" + password() + "'");
    String database = url.replaceFirst(".*/([^?]*)\\?.*", "$1");
    Sql.run(url, "GRANT ALL ON " + database + ".* TO " + user);
    return "jdbc:mysql://127.0.0.1:%d/%s?user=%s&password=%s"
        .formatted(port(), database, user, password());
  }

  @Override
  void initialize() throws IOException {
    Path file = Files.writeString(folder().path().resolve("initialize.sql"), creation());
    List<String> command = basics();
    command.addAll(List.of("--initialize-insecure", "--init-file=" + file));
    folder().run(command, file);
  }

  @Override
  List<String> command() throws IOException {
    List<String> command = basics();
    command.addAll(network());
    return command;
  }

  private List<String> basics() throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(Programs.here().path("mysqld").toString(), "--no-defaults"));
    command.addAll(List.of("--datadir=" + data()));
    command.addAll(List.of("--tmpdir=" + folder().path(), "--secure-file-priv="));
    command.addAll(List.of("--skip-log-bin", "--mysqlx=OFF"));
    if (folder().ofRoot()) {
      command.add("--user=root");
    }
    return command;
  }

  /** Without TLS, MariaDB's driver encrypts the password with a key of the server. */
  @Override
  String parameters() {
    return "&allowPublicKeyRetrieval=true";
  }
}
