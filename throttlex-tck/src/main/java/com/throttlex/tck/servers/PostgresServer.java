package com.throttlex.tck.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server for one test. */
public final class PostgresServer extends SqlServer {
  private PostgresServer(List<String> options) {
    super(options);
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param moreOptions as on the command line of {@code postgres}: {@code "-c",
   *     "synchronous_commit=off"}; they override the options given here
   */
  public static PostgresServer start(String... moreOptions) {
    return start(() -> new PostgresServer(List.of(moreOptions)));
  }

  /**
   * Returns the shared server of this JVM; do not close, kill or pause it. It leaves writing to
   * disk to the operating system.
   */
  public static PostgresServer shared() {
    return shared(
        PostgresServer.class, () -> start("-c", "fsync=off", "-c", "full_page_writes=off"));
  }

  @Override
  void prepare() throws IOException {
    PostgresProgram.own(folder());
  }

  @Override
  void initialize() throws IOException {
    Path password = Files.writeString(folder().path().resolve("password"), password());
    List<String> command = PostgresProgram.command("initdb");
    command.addAll(
        List.of("-D", data().toString(), "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync"));
    // The default of 4,096 iterations makes each login slow for the client.
    command.addAll(List.of("-A", "scram-sha-256", "-c", "scram_iterations=1"));
    command.add("--pwfile=" + password);
    folder().run(command, password);
  }

  @Override
  List<String> command() throws IOException {
    List<String> command = PostgresProgram.command("postgres");
    command.addAll(List.of("-D", data().toString(), "-p", Integer.toString(port())));
    List<String> settings = new ArrayList<>();
    settings.add("listen_addresses=127.0.0.1");
    settings.add("unix_socket_directories=");
    settings.add("max_connections=200");
    // In the folder, so that nothing remains elsewhere when the server is killed.
    settings.add("dynamic_shared_memory_type=mmap");
    settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    return command;
  }

  @Override
  String address(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
  }

  @Override
  String dataQuery() {
    return "SHOW data_directory";
  }

  @Override
  String firstDatabase() {
    return "postgres";
  }

  @Override
  String bounds() {
    return "connectTimeout=5&socketTimeout=5";
  }

  /** Stops at once, but without SIGKILL: a killed server leaves some shared memory behind. */
  @Override
  void end(ProcessTree processes) {
    processes.end("QUIT");
  }
}
