package com.throttlex.proxy;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.BiPredicate;

/**
 * The functions by which other parts of the program take part in an exchange.
 *
 * @param own answers requests to resources of the proxy itself; returns false for all others
 * @param admission decides whether and when a request is forwarded
 * @param overflow takes a denied request and answers it; returns false if the denial is the answer
 * @param meters make the meter of each admitted request
 * @param listener receives the events of requests and connections
 */
public record ProxyHooks(
    BiPredicate<HttpServerRequest, ProxyPath> own,
    ProxyAdmission admission,
    BiPredicate<ProxyExchange, Decision> overflow,
    AnswerMeter.Factory meters,
    ProxyListener listener) {

  /** Returns hooks that ask the engine once, and free the slots of a request at its end. */
  public static ProxyHooks plain(ThrottleX throttlex) {
    return new ProxyHooks(
        (request, path) -> false,
        exchange -> throttlex.checkAsync(exchange.context()).thenCompose(Decision::afterDelay),
        (exchange, denial) -> false,
        decision -> releasing(throttlex, decision),
        ProxyListener.NONE);
  }

  /** Returns the same hooks with another admission. */
  public ProxyHooks admittedBy(ProxyAdmission other) {
    return new ProxyHooks(own, other, overflow, meters, listener);
  }

  /** Returns the same hooks with other meters. */
  public ProxyHooks meteredBy(AnswerMeter.Factory other) {
    return new ProxyHooks(own, admission, overflow, other, listener);
  }

  /** Returns the same hooks with another listener. */
  public ProxyHooks heardBy(ProxyListener other) {
    return new ProxyHooks(own, admission, overflow, meters, other);
  }

  /** Returns a meter that frees the slots of a request at its end. */
  public static AnswerMeter releasing(ThrottleX throttlex, Decision decision) {
    return new AnswerMeter() {
      @Override
      public void end(Outcome outcome, boolean complete) {
        var unused = throttlex.release(decision, outcome);
      }
    };
  }
}
