package com.throttlex.tck.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One connection through a {@link FaultProxy}: a client's socket, a server's socket and three
 * threads.
 *
 * <p>The first thread reads bytes from the client and notes the time. The second sends them to the
 * server when they are due. So a delay adds to every request, however many are in flight. The third
 * forwards the answers. Each checks the fault before it forwards bytes; a link that has lost bytes
 * loses all that follow.
 */
final class FaultyLink {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int CHUNK_BYTES = 16_384;
  private static final int MOST_CHUNKS = 1_000;
  private static final long STEP_NANOS = 2_000_000;

  private final Socket client;
  private final Socket server = new Socket();
  private final Supplier<Fault> fault;
  private final Consumer<FaultyLink> onClose;
  private final BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(MOST_CHUNKS);
  private volatile List<Thread> threads = List.of();
  private volatile boolean broken;

  /** Bytes and the time of their read; no bytes mean the end. */
  private static final class Chunk {
    private final byte[] bytes;
    private final long readAt = System.nanoTime();

    Chunk(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  /** The work of a thread of a link until one of the sockets is closed. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  FaultyLink(Socket client, Supplier<Fault> fault, Consumer<FaultyLink> onClose) {
    this.client = client;
    this.fault = fault;
    this.onClose = onClose;
  }

  static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "fault-proxy");
    thread.setDaemon(true);
    return thread;
  }

  void open(int target) {
    threads = List.of(thread(this::take), thread(() -> exchange(target)));
    threads.forEach(Thread::start);
  }

  private Thread thread(Work work) {
    return daemon(
        () -> {
          try {
            work.run();
          } catch (IOException | InterruptedException e) {
            close();
          }
        });
  }

  private void take() throws IOException, InterruptedException {
    InputStream in = client.getInputStream();
    byte[] buffer = new byte[CHUNK_BYTES];
    for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
      if (!swallows()) {
        underWay.put(new Chunk(Arrays.copyOf(buffer, length)));
      }
    }
    underWay.put(new Chunk(new byte[0]));
  }

  private void exchange(int target) throws IOException, InterruptedException {
    if (!swallows()) {
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      server.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_MILLIS);
      thread(this::bringBack).start();
    }
    for (Chunk chunk = due(); chunk.bytes.length > 0; chunk = due()) {
      if (!swallows()) {
        server.getOutputStream().write(chunk.bytes);
      }
    }
    close();
  }

  /** Returns the next bytes when they are due. */
  private Chunk due() throws InterruptedException {
    Chunk chunk = underWay.take();
    long left = left(chunk);
    while (left > 0 && !client.isClosed()) {
      LockSupport.parkNanos(Math.min(left, STEP_NANOS));
      left = left(chunk);
    }
    return chunk;
  }

  private long left(Chunk chunk) {
    return fault.get().delayNanos() - (System.nanoTime() - chunk.readAt);
  }

  private void bringBack() throws IOException {
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    byte[] buffer = new byte[CHUNK_BYTES];
    for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
      if (!swallows()) {
        out.write(buffer, 0, length);
      }
    }
    if (!swallows()) {
      close();
    }
  }

  /** Returns whether the present bytes are lost. */
  private boolean swallows() {
    if (!broken && fault.get().swallows()) {
      broken = true;
      // The fault may have ended in between, and the caller may not have seen this link as broken.
      closeIfBroken();
    }
    return broken;
  }

  /** Closes a connection that lost bytes, unless the fault still drops bytes. */
  void closeIfBroken() {
    if (broken && !fault.get().swallows()) {
      close();
    }
  }

  void close() {
    for (Socket socket : List.of(client, server)) {
      try {
        socket.close();
      } catch (IOException e) {
        // The connection is closed in either case.
      }
    }
    threads.forEach(Thread::interrupt);
    onClose.accept(this);
  }
}
