package com.throttlex.server.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.vertx.core.buffer.Buffer;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.StatusException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Reads messages of one type, compressed or not, up to a size after decompression. */
final class MessageReader<T> {
  /** The usual size of the largest message, in bytes. */
  static final int MAX_SIZE = 256 * 1024;

  private final Parser<T> parser;
  private final int maxSize;

  MessageReader(Parser<T> parser) {
    this(parser, MAX_SIZE);
  }

  MessageReader(Parser<T> parser, int maxSize) {
    this.parser = parser;
    this.maxSize = maxSize;
  }

  /**
   * Parses a message.
   *
   * @throws RefusedMessageException if a text of the message is not UTF-8, or it is too large
   * @throws StatusException when it is malformed, or of an unknown encoding
   */
  T read(GrpcMessage message) {
    try {
      return parser.parseFrom(bytes(message));
    } catch (InvalidProtocolBufferException e) {
      if (String.valueOf(e.getMessage()).contains("UTF-8")) {
        throw RefusedMessageException.notUtf8();
      }
      throw new StatusException(
          GrpcStatus.INVALID_ARGUMENT, "message: " + e.getMessage() + " (expected: protobuf)");
    }
  }

  private byte[] bytes(GrpcMessage message) {
    return switch (message.encoding()) {
      case "identity" -> message.payload().getBytes();
      case "gzip" -> unpack(message.payload());
      default ->
          throw new StatusException(
              GrpcStatus.UNIMPLEMENTED,
              "grpc-encoding: " + message.encoding() + " (expected: identity or gzip)");
    };
  }

  private byte[] unpack(Buffer packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.getBytes()))) {
      byte[] bytes = in.readNBytes(maxSize + 1);
      if (bytes.length > maxSize) {
        throw RefusedMessageException.tooLarge();
      }
      return bytes;
    } catch (IOException e) {
      throw new StatusException(
          GrpcStatus.INVALID_ARGUMENT, "message: " + e.getMessage() + " (expected: gzip)");
    }
  }
}
