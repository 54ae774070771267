package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A master, its replica and a sentinel that promotes the replica when the master fails.
 *
 * <p>The sentinel treats a master as failed after half a second without an answer. There is only
 * one sentinel, because several may split their votes and then wait for seconds; a client test
 * needs a failover, not an election.
 */
public final class SentinelGroup implements AutoCloseable {
  private static final String NAME = "throttlex";

  private final List<RedisServer> servers = new ArrayList<>();

  private SentinelGroup() {}

  /** Starts the group and waits until a failover is possible. */
  public static SentinelGroup start() {
    SentinelGroup group = new SentinelGroup();
    try {
      group.form();
      return group;
    } catch (RuntimeException | AssertionError e) {
      group.close();
      throw e;
    }
  }

  private void form() {
    RedisServer sentinel = add("--sentinel");
    RedisServer master = add("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0");
    String port = Integer.toString(master.port());
    RedisServer replica = add("--replicaof", "127.0.0.1", port);
    // A sentinel polls a replica only every ten seconds, so make sure that it sees the link at
    // once.
    awaitReply(replica, "master_link_status:up", "INFO", "replication");
    sentinel.command("SENTINEL", "MONITOR", NAME, "127.0.0.1", port, "1");
    sentinel.command("SENTINEL", "SET", NAME, "down-after-milliseconds", "500");
    sentinel.command("SENTINEL", "SET", NAME, "failover-timeout", "2000");
    awaitReply(sentinel, "master-link-status, ok", "SENTINEL", "REPLICAS", NAME);
  }

  private RedisServer add(String... options) {
    RedisServer server = RedisServer.start(options);
    servers.add(server);
    return server;
  }

  private static void awaitReply(RedisServer server, String part, String... words) {
    Await.until(
        () -> server + ": " + server.command(words),
        () -> String.valueOf(server.command(words)).contains(part));
  }

  /** {@code redis-sentinel://127.0.0.1:port#name}. */
  public String url() {
    return "redis-sentinel://127.0.0.1:" + sentinel().port() + "#" + NAME;
  }

  /** The sentinel; it can be killed and paused too. */
  public RedisServer sentinel() {
    return servers.get(0);
  }

  /** Returns the master by the sentinel; just after a crash, still the crashed one. */
  public RedisServer master() {
    Object address = sentinel().command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME);
    Object port = ((List<?>) Objects.requireNonNull(address)).get(1);
    return servers.stream()
        .filter(server -> Integer.toString(server.port()).equals(port))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until another server than the former is master, and reports so itself. */
  public RedisServer masterAfter(RedisServer former) {
    Await.until("a master other than " + former, () -> master() != former);
    RedisServer master = master();
    awaitReply(master, "role:master", "INFO", "replication");
    return master;
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
