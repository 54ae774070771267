package com.throttlex.benchmarks.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;

/**
 * Unary calls over HTTP/2.
 *
 * <p>Requests are so small and few that the server's windows do not matter, and the window for
 * answers is made large at the start. A call counts as answered when its stream ends after a
 * message; a stream that ends without one is a failure.
 */
final class GrpcDialogue implements Dialogue {
  private static final byte END_STREAM = 1;
  private static final byte ACK = 1;
  private static final byte END_HEADERS = 4;
  private static final int FRAME_HEADER = 9;
  private static final int WINDOW = 1 << 30;

  /** Checks whether an answer is the right one. */
  interface Expectation {
    boolean test(byte[] message) throws IOException;
  }

  private final Http2Headers headers;
  private final byte[][] questions;
  private final Expectation expected;
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private int stream = 1;
  private int messages;
  private int ended;

  /**
   * Creates calls of one method.
   *
   * @param questions the request messages, sent in turn
   * @param expected the check of the first answer
   */
  GrpcDialogue(String method, byte[][] questions, Expectation expected) {
    this.questions = questions;
    this.expected = expected;
    headers =
        new DefaultHttp2Headers()
            .method("POST")
            .scheme("http")
            .path(method)
            .authority("localhost")
            .add("content-type", "application/grpc")
            .add("te", "trailers")
            .add("user-agent", "throttlex-benchmarks");
  }

  /** Adds a header to each call. */
  GrpcDialogue with(String name, String value) {
    headers.add(name, value);
    return this;
  }

  @Override
  public void begin(ByteBuf out) {
    out.writeBytes(Http2CodecUtil.connectionPrefaceBuf());
    frame(out, 0, Http2FrameTypes.SETTINGS, (byte) 0, 0);
    frame(out, Integer.BYTES, Http2FrameTypes.WINDOW_UPDATE, (byte) 0, 0);
    out.writeInt(WINDOW);
  }

  @Override
  public void ask(ByteBuf out) throws IOException {
    int start = out.writerIndex();
    frame(out, 0, Http2FrameTypes.HEADERS, END_HEADERS, stream);
    try {
      encoder.encodeHeaders(stream, headers, out);
    } catch (Http2Exception e) {
      throw new IOException(e);
    }
    out.setMedium(start, out.writerIndex() - start - FRAME_HEADER);
    byte[] question = questions[stream / 2 % questions.length];
    frame(out, 5 + question.length, Http2FrameTypes.DATA, END_STREAM, stream);
    out.writeByte(0).writeInt(question.length).writeBytes(question);
    stream += 2;
  }

  private static void frame(ByteBuf out, int length, byte type, byte flags, int stream) {
    out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
  }

  @Override
  public int answers(ByteBuf in, ByteBuf out) throws IOException {
    int before = ended;
    while (in.readableBytes() >= FRAME_HEADER
        && in.readableBytes() >= FRAME_HEADER + in.getUnsignedMedium(in.readerIndex())) {
      int length = in.readUnsignedMedium();
      byte type = in.readByte();
      byte flags = in.readByte();
      in.skipBytes(Integer.BYTES);
      take(type, flags, in.readSlice(length), out);
    }
    if (ended > messages) {
      throw new IOException("calls: " + (ended - messages) + " failed (expected: none)");
    }
    return ended - before;
  }

  private void take(byte type, byte flags, ByteBuf payload, ByteBuf out) throws IOException {
    switch (type) {
      case Http2FrameTypes.DATA -> data(payload);
      case Http2FrameTypes.HEADERS -> ended += flags & END_STREAM;
      case Http2FrameTypes.SETTINGS, Http2FrameTypes.PING -> acknowledge(type, flags, payload, out);
      case Http2FrameTypes.WINDOW_UPDATE -> {}
      default -> throw new IOException("frame: " + type + " (expected: an answer)");
    }
  }

  private void data(ByteBuf payload) throws IOException {
    if (!payload.isReadable()) {
      return;
    }
    if (messages == 0 && !expected.test(ByteBufUtil.getBytes(payload.skipBytes(5)))) {
      throw new IOException("answer: unexpected (expected: that of the rule)");
    }
    messages++;
  }

  private static void acknowledge(byte type, byte flags, ByteBuf payload, ByteBuf out) {
    if ((flags & ACK) == 0) {
      boolean echo = type == Http2FrameTypes.PING;
      frame(out, echo ? payload.readableBytes() : 0, type, ACK, 0);
      out.writeBytes(payload, echo ? payload.readableBytes() : 0);
    }
  }
}
