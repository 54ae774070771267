package com.throttlex.server.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Map;

/** Does the same as {@link RequestHeads}, for the streams of HTTP/2. */
final class StreamHeads extends Http2FrameListenerDecorator {
  private final HeadShare share;
  private final Http2Connection connection;
  private final Http2Connection.PropertyKey taken;

  private StreamHeads(Http2FrameListener listener, Http2Connection connection, HeadShare share) {
    super(listener);
    this.share = share;
    this.connection = connection;
    taken = connection.newKey();
  }

  /** Guards a connection on which no stream was opened. */
  static void guard(Http2ConnectionHandler http2, HeadShare share) {
    StreamHeads guard = new StreamHeads(http2.decoder().frameListener(), http2.connection(), share);
    http2.decoder().frameListener(guard);
    if (http2 instanceof Http2Connection.Listener vertx) {
      http2.connection().removeListener(vertx);
      http2.connection().addListener(new StreamEnds(vertx, guard::free));
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean end)
      throws Http2Exception {
    take(stream, headers);
    super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, end);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    take(stream, headers);
    super.onHeadersRead(context, stream, headers, padding, end);
  }

  private void take(int id, Http2Headers headers) throws Http2Exception {
    long characters = 0;
    for (Map.Entry<CharSequence, CharSequence> header : headers) {
      characters += header.getKey().length() + header.getValue().length();
    }
    if (headers.size() > HeadBudget.MOST_HEADERS) {
      throw Http2Exception.headerListSizeError( // Netty answers 431
          id, Http2Error.ENHANCE_YOUR_CALM, true, "headers: %d", headers.size());
    }
    Http2Stream stream = connection.stream(id);
    long cost = HeadBudget.cost(headers.size(), characters);
    if (stream == null || !share.take(cost)) {
      throw Http2Exception.streamError(id, Http2Error.REFUSED_STREAM, "heads: no memory left");
    }
    Long before = stream.getProperty(taken);
    stream.setProperty(taken, before == null ? cost : before + cost);
  }

  private void free(Http2Stream stream) {
    Long its = stream.removeProperty(taken);
    if (its != null) {
      share.give(its);
    }
  }
}
