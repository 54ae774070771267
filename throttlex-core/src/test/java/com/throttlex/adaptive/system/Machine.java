package com.throttlex.adaptive.system;

import com.throttlex.adaptive.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A machine made of files in a folder, with a fake virtual machine. */
final class Machine implements JvmNumbers {
  private static final long SECOND = 1_000_000_000L;

  private final Path root;
  private final SystemSignals signals;
  private long nowNanos = Long.MAX_VALUE - SECOND;

  int processors = 4;
  OptionalLong processNanos = OptionalLong.empty();
  OptionalDouble machineLoad = OptionalDouble.empty();
  OptionalDouble heapInUse = OptionalDouble.empty();
  long collectionMillis;

  Machine(Path root) {
    this.root = root;
    this.signals = new SystemSignals(root, this);
  }

  /** A machine whose process is in a control group. */
  static Machine withGroup(Path root, String path) {
    Machine machine = new Machine(root);
    machine.file("proc/self/cgroup", "0::" + path + "\n");
    return machine;
  }

  Machine file(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Machine group(String path, String text) {
    return file("sys/fs/cgroup/" + path, text);
  }

  /** The signals after some milliseconds; the clock of the machine runs over its largest number. */
  Map<Signal, Double> after(long millis) {
    nowNanos += millis * 1_000_000;
    return signals.read(nowNanos);
  }

  @Override
  public int processors() {
    return processors;
  }

  @Override
  public OptionalLong processNanos() {
    return processNanos;
  }

  @Override
  public OptionalDouble machineLoad() {
    return machineLoad;
  }

  @Override
  public OptionalDouble heapInUse() {
    return heapInUse;
  }

  @Override
  public long collectionMillis() {
    return collectionMillis;
  }
}
