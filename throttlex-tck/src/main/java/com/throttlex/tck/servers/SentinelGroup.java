package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A master, its replica and a sentinel that makes the replica master when the master is gone.
 *
 * <p>The sentinel takes a master for dead after half a second of silence. It is one only, because
 * several may split their votes and then wait for seconds; a test of a client needs a failover, not
 * an election.
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
    // A sentinel asks a replica every ten seconds only, so it had better see it linked at once.
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

  /** The server that the sentinel names as master now; just after a crash still the dead one. */
  public RedisServer master() {
    Object address = sentinel().command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME);
    Object port = ((List<?>) Objects.requireNonNull(address)).get(1);
    return servers.stream()
        .filter(server -> Integer.toString(server.port()).equals(port))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until another server than the former is master, by its own word too. */
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
