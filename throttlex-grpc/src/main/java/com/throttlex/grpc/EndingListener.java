package com.throttlex.grpc;

import com.throttlex.admission.Admission;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ServerCall;

/** Ends an admission when its call is over, one way or the other. */
final class EndingListener<Q> extends SimpleForwardingServerCallListener<Q> {
  private final Admission admission;

  EndingListener(ServerCall.Listener<Q> listener, Admission admission) {
    super(listener);
    this.admission = admission;
  }

  @Override
  public void onComplete() {
    try {
      super.onComplete();
    } finally {
      admission.end();
    }
  }

  @Override
  public void onCancel() {
    try {
      super.onCancel();
    } finally {
      admission.end();
    }
  }
}
