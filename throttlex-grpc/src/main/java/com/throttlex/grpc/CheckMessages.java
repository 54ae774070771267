package com.throttlex.grpc;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.request.RequestContext;
import org.jspecify.annotations.Nullable;

/** Writes a request as the message that asks about it. */
final class CheckMessages {
  private static final long MILLI = 1_000_000L;

  private CheckMessages() {}

  static CheckRequest of(RequestContext request, long nowNanos) {
    CheckRequest.Builder message =
        CheckRequest.newBuilder()
            .setTimestamp(nowNanos / MILLI)
            .setUser(orEmpty(request.user()))
            .setIp(address(orEmpty(request.ip())))
            .setApiKey(orEmpty(request.apiKey()))
            .setEndpoint(orEmpty(request.endpoint()))
            .setMethod(orEmpty(request.method()))
            .setService(orEmpty(request.service()))
            .setTier(orEmpty(request.tier()))
            .setPriority(request.priority().text())
            .setIdempotencyKey(orEmpty(request.idempotencyKey()))
            .setReserve(request.reserve() || request.revocable())
            .putAllAttributes(request.attributes())
            .putAllHeaders(request.headers());
    if (request.cost() != RequestContext.UNSET) {
      message.setCost(request.cost());
    }
    return message.build();
  }

  /** An address without the length of its prefix: the service has a length of its own. */
  private static String address(String ip) {
    int slash = ip.indexOf('/');
    return slash < 0 ? ip : ip.substring(0, slash);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
