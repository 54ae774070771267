package com.throttlex.proxy.cost;

/** Counts the bytes of a body. */
final class ByteCount implements CostReading {
  private long bytes;

  @Override
  public void read(byte[] read, int from, int to) {
    bytes += to - from;
  }

  @Override
  public long cost() {
    return bytes;
  }
}
