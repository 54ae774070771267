package com.throttlex.grpc;

import com.throttlex.adaptive.Outcome;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ServerCall;
import java.util.function.Consumer;

/** Ends an admission when its call completes or is cancelled. */
final class EndingListener<Q> extends SimpleForwardingServerCallListener<Q> {
  private final Consumer<Outcome> end;

  EndingListener(ServerCall.Listener<Q> listener, Consumer<Outcome> end) {
    super(listener);
    this.end = end;
  }

  @Override
  public void onComplete() {
    try {
      super.onComplete();
    } finally {
      end.accept(Outcome.SUCCESS);
    }
  }

  @Override
  public void onCancel() {
    try {
      super.onCancel();
    } finally {
      end.accept(Outcome.DROPPED);
    }
  }
}
