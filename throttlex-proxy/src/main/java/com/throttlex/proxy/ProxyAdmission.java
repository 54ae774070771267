package com.throttlex.proxy;

import com.throttlex.Decision;
import java.util.concurrent.CompletionStage;

/** Decides whether and when a request is forwarded. */
public interface ProxyAdmission {
  /**
   * Returns the decision on a request. When it completes, the request is forwarded or denied at
   * once: a delay of the decision has passed. If the stage fails with a {@link
   * ProxyRefusedException}, the exception has the answer. The stage may complete on any thread. An
   * implementation notices through {@link ProxyExchange#onGone} that the client has left. If the
   * request is admitted after that, the exchange gives its reservation back.
   */
  CompletionStage<Decision> admit(ProxyExchange exchange);
}
