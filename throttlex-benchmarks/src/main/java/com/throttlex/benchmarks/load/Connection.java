package com.throttlex.benchmarks.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A connection that always has the same number of requests in flight. */
final class Connection implements AutoCloseable {
  private static final int READ_BYTES = 64 << 10;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final Dialogue dialogue;
  private final ByteBuf in = Unpooled.buffer(2 * READ_BYTES);
  private final ByteBuf out = Unpooled.buffer(READ_BYTES);

  private Connection(SocketChannel channel, Selector selector, Dialogue dialogue)
      throws IOException {
    this.channel = channel;
    this.dialogue = dialogue;
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ, this);
  }

  static Connection open(int port, Selector selector, Dialogue dialogue) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new Connection(channel, selector, dialogue);
  }

  void start(int questions) throws IOException {
    dialogue.begin(out);
    ask(questions);
  }

  /** Reads and writes all that is possible now; returns the number of answers. */
  int proceed() throws IOException {
    if (key.isReadable() && in.writeBytes(channel, READ_BYTES) < 0) {
      throw new IOException("connection: closed by the server (expected: answers)");
    }
    int answers = dialogue.answers(in, out);
    in.discardReadBytes();
    ask(answers);
    return answers;
  }

  private void ask(int questions) throws IOException {
    for (int i = 0; i < questions; i++) {
      dialogue.ask(out);
    }
    out.readBytes(channel, out.readableBytes());
    out.discardReadBytes();
    key.interestOps(
        out.isReadable() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
