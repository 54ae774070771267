package com.throttlex.tck.servers;

/** A real server of counters that a test can kill, stop and restart. */
public interface StoreServer extends AutoCloseable {
  /** Returns the port on 127.0.0.1; it stays the same after {@link #restart()}. */
  int port();

  /** Returns the same URL through another port, that of a {@link FaultProxy}. */
  default String through(int otherPort, String url) {
    return url.replaceFirst("//127\\.0\\.0\\.1:" + port() + "(?=/|$)", "//127.0.0.1:" + otherPort);
  }

  /** Kills all processes of the server as a crash does (SIGKILL) and waits for their end. */
  void kill();

  /** Stops all processes (SIGSTOP): connections can be opened, but nothing answers. */
  void pause();

  /** Resumes paused processes (SIGCONT). */
  void resume();

  /** Restarts the server, and kills it first if it runs: same port, same options. */
  void restart();

  @Override
  void close();
}
