package com.throttlex.benchmarks.load;

import com.throttlex.benchmarks.store.Latencies;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * An open loop: requests at fixed times, whether or not others have been answered.
 *
 * <p>Each connection has a thread. The thread takes the next time of the schedule, waits for it,
 * and sends one request. The time of an answer counts from its scheduled time. So a late answer
 * also counts for the requests behind it.
 */
final class OpenLoop {
  private static final int READ_BYTES = 64 << 10;

  private final int connections;
  private final long gapNanos;
  private final Supplier<Dialogue> dialogues;
  private final AtomicLong taken = new AtomicLong();

  OpenLoop(int connections, int perSecond, Supplier<Dialogue> dialogues) {
    this.connections = connections;
    this.gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.dialogues = dialogues;
  }

  /** Runs for a time; returns the times of all answers. */
  Latencies run(int port, long nanos) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    List<SocketChannel> channels = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        channels.add(open(port));
      }
      long start = System.nanoTime();
      List<CompletableFuture<Latencies>> running =
          channels.stream()
              .map(
                  channel ->
                      CompletableFuture.supplyAsync(() -> ask(channel, start, nanos), threads))
              .toList();
      Latencies all = new Latencies();
      running.forEach(each -> all.addAll(each.join()));
      return all;
    } finally {
      for (SocketChannel channel : channels) {
        channel.close();
      }
      threads.shutdown();
    }
  }

  private static SocketChannel open(int port) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel;
  }

  private Latencies ask(SocketChannel channel, long start, long nanos) {
    Dialogue dialogue = dialogues.get();
    Latencies latencies = new Latencies();
    ByteBuf in = Unpooled.buffer(2 * READ_BYTES);
    ByteBuf out = Unpooled.buffer(READ_BYTES);
    dialogue.begin(out);
    for (long after = next(); after < nanos; after = next()) {
      awaitTime(start + after);
      try {
        askOnce(channel, dialogue, in, out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      latencies.add(System.nanoTime() - (start + after));
    }
    return latencies;
  }

  private long next() {
    return taken.getAndIncrement() * gapNanos;
  }

  private static void awaitTime(long due) {
    for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
  }

  private static void askOnce(SocketChannel channel, Dialogue dialogue, ByteBuf in, ByteBuf out)
      throws IOException {
    dialogue.ask(out);
    out.readBytes(channel, out.readableBytes());
    out.clear();
    while (dialogue.answers(in, out) == 0) {
      if (in.writeBytes(channel, READ_BYTES) < 0) {
        throw new IOException("connection: closed by the server (expected: an answer)");
      }
    }
    in.discardReadBytes();
  }
}
