package com.throttlex.server.envoy;

import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Units that one charge took from the store, divided among proxies.
 *
 * <p>When the last proxy has closed its part, the units that none of them spent are given back.
 */
final class QuotaTake {
  private final long units;
  private final @Nullable String reservation;
  private final ObjLongConsumer<String> settle;
  private long unspent;
  private int open;

  /**
   * Creates a take.
   *
   * @param reservation the name under which the charge can be settled, or null
   * @param settle settles a reservation to the units that were spent
   * @param parts the number of proxies that get a part
   */
  QuotaTake(long units, @Nullable String reservation, ObjLongConsumer<String> settle, int parts) {
    this.units = units;
    this.reservation = reservation;
    this.settle = settle;
    this.open = parts;
  }

  /** Closes a part of which that many units were not spent and cannot be spent any more. */
  void close(long left) {
    unspent += left;
    if (--open == 0 && unspent > 0 && reservation != null) {
      settle.accept(reservation, units - unspent);
    }
  }
}
