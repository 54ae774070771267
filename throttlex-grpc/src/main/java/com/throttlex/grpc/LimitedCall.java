package com.throttlex.grpc;

import com.throttlex.Decision;
import com.throttlex.http.RateLimitHeaders;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/** A call whose answer tells the client its limits, in its headers or else in its trailers. */
final class LimitedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
  private final Decision decision;
  private final RateLimitHeaders limits;
  private boolean told;

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
    super.close(status, trailers);
  }

  private void tell(Metadata to) {
    told = true;
    Refusal.write(decision, limits, to);
  }
}
