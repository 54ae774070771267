package com.throttlex.proxy.upstream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.regex.Pattern;

/** Does the same as {@link InterimAnswers}, for an upstream that speaks HTTP/2. */
final class InterimHeaders extends Http2FrameListenerDecorator {
  private static final Pattern INTERIM = Pattern.compile("1[0-9]{2}");
  private static final int SWITCHING = 101;

  InterimHeaders(Http2FrameListener listener) {
    super(listener);
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
    if (!isInterim(stream, headers)) {
      super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, end);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    if (!isInterim(stream, headers)) {
      super.onHeadersRead(context, stream, headers, padding, end);
    }
  }

  private static boolean isInterim(int stream, Http2Headers headers) throws Http2Exception {
    CharSequence status = headers.status();
    if (status == null || !INTERIM.matcher(status).matches()) {
      return false;
    }
    int code = Integer.parseInt(status, 0, status.length(), 10);
    if (code == SWITCHING) {
      throw Http2Exception.streamError(
          stream, Http2Error.PROTOCOL_ERROR, "101 (expected: not in HTTP/2)");
    }
    return InterimAnswers.isDropped(code);
  }
}
