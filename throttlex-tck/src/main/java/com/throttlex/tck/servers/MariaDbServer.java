package com.throttlex.tck.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** A MariaDB server for one test. */
public final class MariaDbServer extends SqlServer {
  private MariaDbServer(List<String> options) {
    super(options);
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

  /**
   * Returns the shared server of this JVM; do not close, kill or pause it. It leaves writing to
   * disk to the operating system.
   */
  public static MariaDbServer shared() {
    return shared(MariaDbServer.class, () -> start("--innodb-flush-log-at-trx-commit=2"));
  }

  /** One statement per line, as the server needs it here; grants apply after they are reloaded. */
  @Override
  void initialize() throws IOException {
    Files.createDirectory(data());
    String statements = MariaDbProgram.systemTables() + "\nFLUSH PRIVILEGES;\n" + creation();
    List<String> command = basics();
    command.add("--bootstrap");
    folder().run(command, Files.writeString(folder().path().resolve("bootstrap.sql"), statements));
  }

  @Override
  List<String> command() throws IOException {
    List<String> command = basics();
    command.addAll(network());
    // Creating keys for TLS takes longer than everything else.
    command.addAll(List.of("--skip-ssl", "--skip-log-bin"));
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
}
