package com.throttlex.tck.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that are free, and stay free while their server is down.
 *
 * <p>Ports that the system assigns are not suitable. While a server is down, its port could be
 * assigned to any outgoing connection; a client that tries to reconnect can even be connected to
 * itself. So ports, and the ports of the cluster bus 10 000 above them, are chosen below that
 * range. A port is returned once.
 */
public final class Ports {
  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 22_000;
  private static final int BUS_OFFSET = 10_000;
  private static final int ATTEMPTS = 1_000;
  private static final Set<Integer> USED = ConcurrentHashMap.newKeySet();

  private Ports() {}

  /** Returns a port of 127.0.0.1 at which nothing listens, another one at every call. */
  public static int free() {
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (free(port) && free(port + BUS_OFFSET) && USED.add(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "free ports: none (expected: one of " + LOWEST + " to " + HIGHEST + ")");
  }

  private static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
