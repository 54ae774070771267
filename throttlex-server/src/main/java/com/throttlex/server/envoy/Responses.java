package com.throttlex.server.envoy;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.protocol.envoy.HeaderValue;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import org.jspecify.annotations.Nullable;

/**
 * Merges the outcomes of counters into one response for Envoy.
 *
 * <p>The headers show the descriptor that denies, or else the one with the least remaining. There
 * are none if that descriptor brought its own limit. The metadata name the reservations of
 * concurrency slots, so that they can be settled.
 */
final class Responses {
  static final String RESERVATIONS = "throttlex.reservations";

  private final RateLimitHeaders headers;

  Responses(RateLimitHeaders headers) {
    this.headers = headers;
  }

  RateLimitResponse of(DescriptorOutcome... outcomes) {
    RateLimitResponse.Builder response = RateLimitResponse.newBuilder();
    boolean over = false;
    for (DescriptorOutcome outcome : outcomes) {
      over |= outcome.over();
      response.addStatuses(outcome.status());
    }
    response.setOverallCode(over ? Code.OVER_LIMIT : Code.OK);
    Decision deciding = over ? denied(outcomes) : least(outcomes);
    if (deciding != null) {
      headers.render(
          deciding, (name, value) -> response.addResponseHeadersToAdd(header(name, value)));
    }
    if (!over) {
      addReservations(response, outcomes);
    }
    return response.build();
  }

  private static HeaderValue header(String name, String value) {
    return HeaderValue.newBuilder().setKey(name).setValue(value).build();
  }

  private static @Nullable Decision denied(DescriptorOutcome[] outcomes) {
    for (DescriptorOutcome outcome : outcomes) {
      Decision decision = outcome.decision();
      if (outcome.over() && decision != null && !decision.allowed()) {
        return decision;
      }
    }
    return null;
  }

  private static @Nullable Decision least(DescriptorOutcome[] outcomes) {
    DescriptorOutcome least = null;
    for (DescriptorOutcome outcome : outcomes) {
      boolean limited = outcome.status().hasCurrentLimit();
      if (limited && (least == null || remaining(outcome) < remaining(least))) {
        least = outcome;
      }
    }
    return least == null ? null : least.decision();
  }

  private static long remaining(DescriptorOutcome outcome) {
    return Integer.toUnsignedLong(outcome.status().getLimitRemaining());
  }

  private static void addReservations(
      RateLimitResponse.Builder response, DescriptorOutcome[] outcomes) {
    ListValue.Builder names = null;
    for (DescriptorOutcome outcome : outcomes) {
      String name = slot(outcome.decision());
      if (name != null) {
        names = names == null ? ListValue.newBuilder() : names;
        names.addValues(Value.newBuilder().setStringValue(name));
      }
    }
    if (names != null) {
      Value list = Value.newBuilder().setListValue(names).build();
      response.setDynamicMetadata(Struct.newBuilder().putFields(RESERVATIONS, list));
    }
  }

  /** Returns the reservation of a decision that holds a concurrency slot, or null. */
  private static @Nullable String slot(@Nullable Decision decision) {
    if (decision == null || decision.reservation() == null) {
      return null;
    }
    for (LimitStatus status : decision.limits()) {
      if (status.limit().algorithm() == Algorithm.CONCURRENCY) {
        return decision.reservation();
      }
    }
    return null;
  }
}
