package com.throttlex.proxy.stored;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory for bodies that are being read. The bodies of one lane get at most a quarter of it, so
 * that slow clients of one key leave room for others. Only the first body of a lane may be larger.
 * Thread-safe.
 */
final class BodyRoom {
  private static final int LANES = 4;

  private final long most;
  private final Map<String, Lane> lanes = new HashMap<>();
  private long used;

  /** The bodies of one lane. */
  private static final class Lane {
    private final String name;
    private int bodies;
    private long bytes;
    private @Nullable Part first;

    Lane(String name) {
      this.name = name;
    }
  }

  BodyRoom(long most) {
    this.most = most;
  }

  /** Returns the part of a new body, which has no bytes yet. */
  synchronized Part part(String name) {
    Lane lane = lanes.computeIfAbsent(name, Lane::new);
    lane.bodies++;
    return new Part(lane);
  }

  private synchronized boolean take(Part part, Lane lane, int bytes) {
    lane.first = lane.first == null ? part : lane.first;
    boolean share = lane.first == part || lane.bytes + bytes <= most / LANES;
    if (!share || used + bytes > most) {
      return false;
    }
    used += bytes;
    lane.bytes += bytes;
    return true;
  }

  private synchronized void giveBack(Part part, Lane lane, long bytes) {
    used -= bytes;
    lane.bytes -= bytes;
    lane.first = lane.first == part ? null : lane.first;
    if (--lane.bodies == 0) {
      lanes.remove(lane.name);
    }
  }

  @Override
  public synchronized String toString() {
    return used + " bytes of " + lanes.size() + " lanes";
  }

  /** The bytes of one body. One thread uses it. */
  final class Part {
    private final Lane lane;
    private long bytes;
    private boolean released;

    private Part(Lane lane) {
      this.lane = lane;
    }

    /** Reserves further bytes; returns false if there is no room for them. */
    boolean take(int further) {
      boolean fits = BodyRoom.this.take(this, lane, further);
      bytes += fits ? further : 0;
      return fits;
    }

    /** Gives everything back, once. */
    void release() {
      if (!released) {
        released = true;
        giveBack(this, lane, bytes);
      }
    }
  }
}
