package com.throttlex.server.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.throttlex.protocol.RequestMessage;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads requests from messages.
 *
 * <p>The dimension says whether the identifier is a user, an address or an API key; without one it
 * is a user, and with {@code GLOBAL} it is ignored. It must not contradict the field of that name.
 */
final class Subjects {
  private final int ipv6Prefix;

  Subjects(int ipv6Prefix) {
    this.ipv6Prefix = ipv6Prefix;
  }

  /**
   * Returns the request.
   *
   * @throws InvalidRequestException when it is malformed
   */
  RequestContext of(CheckRequest request) {
    RequestContextBuilder context = RequestContext.builder().ipv6Prefix(ipv6Prefix);
    RequestMessage.read(request, context);
    if (!request.getIdentifier().isEmpty()) {
      identify(request, context);
    }
    return context.build();
  }

  /** Returns all requests of a batch; the problems of the first malformed one have its index. */
  List<RequestContext> of(List<CheckRequest> requests) {
    List<RequestContext> contexts = new ArrayList<>(requests.size());
    for (CheckRequest request : requests) {
      try {
        contexts.add(of(request));
      } catch (InvalidRequestException e) {
        throw new IllegalArgumentException(
            "requests[" + contexts.size() + "]." + e.getMessage(), e);
      }
    }
    return contexts;
  }

  /** Returns the fields of another message type that has the same except charges. */
  RequestContext of(ByteString bytes) {
    try {
      CheckRequest.Builder request = CheckRequest.newBuilder().mergeFrom(bytes);
      return of(request.clearCost().clearIdempotencyKey().clearReserve().build());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static void identify(CheckRequest request, RequestContextBuilder context) {
    String identifier = request.getIdentifier();
    switch (request.getDimension()) {
      case DIMENSION_UNSPECIFIED, USER -> context.user(only(identifier, "user", request.getUser()));
      case IP -> context.ip(only(identifier, "ip", request.getIp()));
      case API_KEY -> context.apiKey(only(identifier, "api_key", request.getApiKey()));
      case GLOBAL -> {}
      case UNRECOGNIZED ->
          throw new InvalidRequestException(
              List.of(
                  "dimension: "
                      + request.getDimensionValue()
                      + " (expected: USER, IP, API_KEY or GLOBAL)"));
    }
  }

  private static String only(String identifier, String name, String value) {
    if (!value.isEmpty() && !value.equals(identifier)) {
      throw new InvalidRequestException(
          List.of(name + " conflicts with identifier; send only one"));
    }
    return identifier;
  }
}
