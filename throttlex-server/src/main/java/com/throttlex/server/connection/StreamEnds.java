package com.throttlex.server.connection;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the events of streams to Vert.x, and notices their ends.
 *
 * <p>Trailers of an answer wait if the client's window is full. If the client then breaks off,
 * Vert.x drops them, and fails a promise that is null. The stream is closed by then, so the
 * exception means nothing; Netty would log it as an error.
 */
final class StreamEnds implements Http2Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(StreamEnds.class);

  private final Http2Connection.Listener listener;
  private final Consumer<Http2Stream> onEnd;

  StreamEnds(Http2Connection.Listener listener, Consumer<Http2Stream> onEnd) {
    this.listener = listener;
    this.onEnd = onEnd;
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    onEnd.accept(stream);
    try {
      listener.onStreamClosed(stream);
    } catch (NullPointerException e) {
      LOG.debug("http: a client broke off before the trailers of its answer", e);
    }
  }

  @Override
  public void onStreamAdded(Http2Stream stream) {
    listener.onStreamAdded(stream);
  }

  @Override
  public void onStreamActive(Http2Stream stream) {
    listener.onStreamActive(stream);
  }

  @Override
  public void onStreamHalfClosed(Http2Stream stream) {
    listener.onStreamHalfClosed(stream);
  }

  @Override
  public void onStreamRemoved(Http2Stream stream) {
    listener.onStreamRemoved(stream);
  }

  @Override
  public void onGoAwaySent(int lastStream, long error, ByteBuf data) {
    listener.onGoAwaySent(lastStream, error, data);
  }

  @Override
  public void onGoAwayReceived(int lastStream, long error, ByteBuf data) {
    listener.onGoAwayReceived(lastStream, error, data);
  }
}
