package com.throttlex.grpc;

import com.throttlex.protocol.RequestMessage;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.request.RequestContext;

/** Writes a request as the message that checks it. */
final class CheckMessages {
  private static final long MILLI = 1_000_000L;

  private CheckMessages() {}

  static CheckRequest of(RequestContext request, long nowNanos) {
    CheckRequest.Builder message = RequestMessage.write(request).setTimestamp(nowNanos / MILLI);
    return message
        .setIp(address(message.getIp()))
        .setReserve(request.reserve() || request.revocable())
        .build();
  }

  /** Returns an address without the length of its prefix: the service has a length of its own. */
  private static String address(String ip) {
    int slash = ip.indexOf('/');
    return slash < 0 ? ip : ip.substring(0, slash);
  }
}
