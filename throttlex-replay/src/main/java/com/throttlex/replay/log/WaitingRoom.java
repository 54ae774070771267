package com.throttlex.replay.log;

/** The memory of the requests of all files that wait to be put into order. */
final class WaitingRoom {
  /** The bytes of a request without its texts, about. */
  private static final int REQUEST = 250;

  private final long most;
  private long bytes;

  WaitingRoom(long most) {
    this.most = most;
  }

  void add(LogEntry entry) {
    bytes += REQUEST + entry.bytes();
  }

  void remove(LogEntry entry) {
    bytes -= REQUEST + entry.bytes();
  }

  /** Returns whether no further request should wait. */
  boolean isFull() {
    return bytes >= most;
  }
}
