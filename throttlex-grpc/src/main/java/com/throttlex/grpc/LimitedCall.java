package com.throttlex.grpc;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.http.RateLimitHeaders;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** A call that sends the client its limits, in headers or else in trailers. */
final class LimitedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
  private final Decision decision;
  private final RateLimitHeaders limits;
  private boolean told;
  private volatile @Nullable Outcome outcome;

  LimitedCall(ServerCall<Q, A> call, Decision decision, RateLimitHeaders limits) {
    super(call);
    this.decision = decision;
    this.limits = limits;
  }

  @Override
  public void sendHeaders(Metadata headers) {
    tell(headers);
    super.sendHeaders(headers);
  }

  @Override
  public void close(Status status, Metadata trailers) {
    if (!told) {
      tell(trailers);
    }
    outcome = outcome(status.getCode());
    super.close(status, trailers);
  }

  /** Returns the outcome of the status that the call was closed with, or else the given outcome. */
  Outcome or(Outcome unclosed) {
    Outcome known = outcome;
    return known == null ? unclosed : known;
  }

  /** Returns the outcome of a status: only errors of the server are failures. */
  private static Outcome outcome(Status.Code code) {
    return switch (code) {
      case UNKNOWN, INTERNAL, DATA_LOSS, UNIMPLEMENTED -> Outcome.FAILURE;
      case UNAVAILABLE, RESOURCE_EXHAUSTED, DEADLINE_EXCEEDED, CANCELLED, ABORTED ->
          Outcome.DROPPED;
      default -> Outcome.SUCCESS;
    };
  }

  private void tell(Metadata to) {
    told = true;
    GrpcDenial.write(decision, limits, to);
  }
}
