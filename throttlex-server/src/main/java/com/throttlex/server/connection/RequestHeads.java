package com.throttlex.server.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * Guards the heads of requests between the decoder of HTTP/1.1 and Vert.x.
 *
 * <p>A head takes memory until its answer is complete. A request that gets none is marked as
 * failed, so that its door refuses it, and nothing more is read from its connection.
 */
final class RequestHeads extends ChannelDuplexHandler {
  private static final int SWITCHING = 101;

  private final HeadShare share;

  /** The memory of the requests in flight, in their order. */
  private final Deque<Long> inFlight = new ArrayDeque<>();

  private long complete;
  private boolean inHead = true;
  private boolean refused;
  private boolean switched;
  private boolean interim;

  RequestHeads(HeadShare share) {
    this.share = share;
  }

  /** Returns whether the next bytes belong to a head that is read. */
  boolean isInHead() {
    return inHead && !switched && !refused;
  }

  /** The number of complete heads. */
  long complete() {
    return complete;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (refused && inHead) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (message instanceof HttpRequest request) {
      complete++;
      inHead = false;
      admit(request);
    }
    if (message instanceof LastHttpContent) {
      inHead = true;
    }
    super.channelRead(context, message);
  }

  private void admit(HttpRequest request) {
    int headers = 0;
    long characters = request.uri().length();
    Iterator<Map.Entry<CharSequence, CharSequence>> all = request.headers().iteratorCharSequence();
    while (all.hasNext()) {
      Map.Entry<CharSequence, CharSequence> header = all.next();
      headers++;
      characters += header.getKey().length() + header.getValue().length();
    }
    long cost = HeadBudget.cost(headers, characters);
    if (headers > HeadBudget.MOST_HEADERS) {
      refuse(request, new TooLongHttpHeaderException("headers: " + headers));
    } else if (share.take(cost)) {
      inFlight.add(cost);
      ClearTextUpgrade.restrict(request);
      return;
    } else {
      refuse(request, new RejectedExecutionException("heads: no memory left"));
    }
    inFlight.add(0L);
  }

  private void refuse(HttpRequest request, Exception reason) {
    refused = true;
    ClearTextUpgrade.forbid(request);
    request.setDecoderResult(DecoderResult.failure(reason));
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof HttpResponse answer) {
      switched |= answer.status().code() == SWITCHING;
      interim = !switched && answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
    if (message instanceof LastHttpContent && !interim && !inFlight.isEmpty()) {
      share.give(inFlight.remove());
    }
    super.write(context, message, promise);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    inFlight.forEach(share::give);
    inFlight.clear();
  }
}
