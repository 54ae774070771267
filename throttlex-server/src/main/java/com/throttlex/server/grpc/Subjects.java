package com.throttlex.server.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.Dimension;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads who asks for what.
 *
 * <p>An empty text is an absent one. The identifier is a user, an address or an API key by its
 * dimension, a user when there is none, and nobody under the global one; it must not contradict the
 * field of that name.
 */
final class Subjects {
  private final int ipv6Prefix;

  Subjects(int ipv6Prefix) {
    this.ipv6Prefix = ipv6Prefix;
  }

  /**
   * The request as rules see it.
   *
   * @throws InvalidRequestException when it is malformed
   */
  RequestContext of(CheckRequest request) {
    RequestContextBuilder context =
        RequestContext.builder()
            .ipv6Prefix(ipv6Prefix)
            .user(subject(request, Dimension.USER, "user", request.getUser()))
            .ip(subject(request, Dimension.IP, "ip", request.getIp()))
            .apiKey(subject(request, Dimension.API_KEY, "api_key", request.getApiKey()))
            .endpoint(orNull(request.getEndpoint()))
            .method(orNull(request.getMethod()))
            .service(orNull(request.getService()))
            .tier(orNull(request.getTier()))
            .idempotencyKey(orNull(request.getIdempotencyKey()))
            .reserve(request.getReserve());
    if (!request.getPriority().isEmpty()) {
      context.priority(Priority.parse(request.getPriority()));
    }
    if (request.hasCost()) {
      context.cost(request.getCost());
    }
    request.getAttributesMap().forEach((name, value) -> context.attribute(name, orNull(value)));
    request.getHeadersMap().forEach((name, value) -> context.header(name, orNull(value)));
    return context.build();
  }

  /** All requests of a batch; the problems of the first bad one are said with its place. */
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

  /** The subject of another request that has the same fields, but for those that charge. */
  RequestContext of(ByteString bytes) {
    try {
      CheckRequest.Builder request = CheckRequest.newBuilder().mergeFrom(bytes);
      return of(request.clearCost().clearIdempotencyKey().clearReserve().build());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static @Nullable String subject(
      CheckRequest request, Dimension wanted, String name, String value) {
    String identifier = request.getIdentifier();
    if (identifier.isEmpty() || dimension(request) != wanted) {
      return orNull(value);
    }
    if (!value.isEmpty() && !value.equals(identifier)) {
      throw new InvalidRequestException(
          List.of(name + " conflicts with identifier; send only one"));
    }
    return identifier;
  }

  private static Dimension dimension(CheckRequest request) {
    Dimension dimension = request.getDimension();
    if (dimension == Dimension.UNRECOGNIZED) {
      throw new InvalidRequestException(
          List.of(
              "dimension: "
                  + request.getDimensionValue()
                  + " (expected: USER, IP, API_KEY or GLOBAL)"));
    }
    return dimension == Dimension.DIMENSION_UNSPECIFIED ? Dimension.USER : dimension;
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
