package com.throttlex.proxy;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request at the proxy, from its arrival to the end of its answer.
 *
 * <p>First the admission decides. Then the request is refused, or it is admitted and forwarded. The
 * exchange ends exactly once: when the answer is complete, when it fails, or when the client
 * leaves. All of this happens on the event loop of the request.
 */
public final class ProxyExchange {
  /** The detail of the answer to a client that stopped in the middle of its body. */
  static final String INCOMPLETE =
      "body: incomplete (expected: further bytes within the timeout of the route)";

  private static final Logger LOG = LoggerFactory.getLogger(ProxyExchange.class);

  private final ProxyParts parts;
  private final ProxyHeaders rules;
  private final HttpServerRequest request;
  private final MultiMap headers;
  private final ProxyPath path;
  private final ProxyRoute route;
  private final RequestContext context;
  private final long beganNanos;
  private final List<Runnable> onGone = new ArrayList<>(1);
  private @Nullable Decision decision;
  private @Nullable AnswerMeter meter;
  private @Nullable Forwarding forwarding;
  private long heldNanos;
  private long admittedNanos;
  private long headNanos;
  private long endNanos;
  private boolean over;

  ProxyExchange(
      ProxyParts parts,
      ProxyHeaders rules,
      HttpServerRequest request,
      MultiMap headers,
      ProxyPath path,
      ProxyRoute route,
      RequestContext context) {
    this.parts = parts;
    this.rules = rules;
    this.request = request;
    this.headers = headers;
    this.path = path;
    this.route = route;
    this.context = context;
    beganNanos = parts.time().nanos();
  }

  /** The client's request; its body is paused until the request is forwarded. */
  public HttpServerRequest request() {
    return request;
  }

  /** The headers that go to the upstream, without those that the proxy adds. */
  public MultiMap headers() {
    return headers;
  }

  /** Returns the headers that go to the upstream, with those that the proxy adds. */
  public MultiMap upstreamHeaders() {
    MultiMap all = HttpHeaders.headers();
    rules.toUpstream(this, all);
    return all;
  }

  /** The host that the client named, or null. */
  public @Nullable String host() {
    return RequestGuard.hostOf(request);
  }

  /** The path of the request. */
  public ProxyPath path() {
    return path;
  }

  /** The route of the request. */
  public ProxyRoute route() {
    return route;
  }

  /** The request as rules see it. */
  public RequestContext context() {
    return context;
  }

  /** The parts that all exchanges share. */
  public ProxyParts parts() {
    return parts;
  }

  /** The decision, or null before it. */
  public @Nullable Decision decision() {
    return decision;
  }

  /** Returns whether the exchange has ended. */
  public boolean isOver() {
    return over;
  }

  /** The status of the answer, valid when the exchange is over and the client did not leave. */
  public int status() {
    return request.response().getStatusCode();
  }

  /** The time of arrival, in nanoseconds since the epoch. */
  public long beganNanos() {
    return beganNanos;
  }

  /** The time for which the request was held before it was forwarded or denied. */
  public long heldNanos() {
    return heldNanos;
  }

  /** Records that the request was held for that long. */
  public void held(long nanos) {
    heldNanos += nanos;
  }

  /** The time of admission; 0 if the request was refused. */
  public long admittedNanos() {
    return admittedNanos;
  }

  /** The time of the head of the upstream's answer; 0 if there was none. */
  public long headNanos() {
    return headNanos;
  }

  /** The time of the end. */
  public long endNanos() {
    return endNanos;
  }

  /** Runs an action when the client leaves before its answer is complete. */
  public void onGone(Runnable action) {
    onGone.add(action);
  }

  void start() {
    request.response().exceptionHandler(failure -> gone()).closeHandler(closed -> gone());
    request.exceptionHandler(failure -> gone());
    Context loop = Vertx.currentContext();
    parts
        .hooks()
        .admission()
        .admit(this)
        .whenComplete(
            (answer, failure) -> {
              if (Vertx.currentContext() == loop) {
                decided(answer, failure);
              } else {
                loop.runOnContext(later -> decided(answer, failure));
              }
            });
  }

  private void decided(@Nullable Decision answer, @Nullable Throwable failure) {
    decision = answer;
    if (over) {
      if (answer != null) {
        parts.throttlex().undelivered(context, answer);
      }
    } else if (failure instanceof ProxyRefusedException refused) {
      refused.headers().forEach(request.response()::putHeader);
      refuse(refused.status(), String.valueOf(refused.getMessage()));
    } else if (answer == null) {
      LOG.warn("store unavailable; a request is answered with 503", failure);
      refuse(503, "Rate limits are temporarily unavailable.");
    } else if (!answer.allowed()) {
      deny(answer);
    } else {
      forward(answer);
    }
  }

  private void deny(Decision denial) {
    if (!parts.hooks().overflow().test(this, denial)) {
      parts.answers().denial(request, denial);
      end(Outcome.UNKNOWN, true);
    }
  }

  private void forward(Decision admitted) {
    if (over) {
      parts.throttlex().undelivered(context, admitted);
      return;
    }
    admittedNanos = parts.time().nanos();
    AnswerMeter its = parts.hooks().meters().of(admitted);
    meter = its;
    Forwarding started = new Forwarding(parts, this, rules, admitted, its);
    forwarding = started;
    started.start();
  }

  /** Answers with a problem, and ends the exchange. */
  public void refuse(int status, String detail) {
    refuse(status, detail, Outcome.UNKNOWN);
  }

  /** Answers a client that stopped in the middle of its body, and ends its connection or stream. */
  public void refuseIncomplete() {
    refuse(408, INCOMPLETE);
    UnreadBody.cutOff(request);
  }

  void refuse(int status, String detail, Outcome outcome) {
    if (!over) {
      if (decision != null) {
        parts.answers().limits(decision, request.response().headers());
      }
      parts.answers().problem(request, status, detail);
      end(outcome, true);
    }
  }

  /** Records the head of the upstream's answer, which shows the health of the upstream. */
  void head(int status) {
    headNanos = parts.time().nanos();
    parts.throttlex().ended(context, admittedNanos, Outcome.ofStatus(status));
  }

  private void gone() {
    if (over) {
      return;
    }
    if (forwarding != null) {
      forwarding.cancel();
    }
    end(Outcome.UNKNOWN, false);
    onGone.forEach(Runnable::run);
  }

  /**
   * Ends the exchange once: frees its slots, and notifies the listener.
   *
   * @param outcome how the upstream did
   * @param complete whether the client got its whole answer
   */
  public void end(Outcome outcome, boolean complete) {
    if (over) {
      return;
    }
    over = true;
    endNanos = parts.time().nanos();
    AnswerMeter its = meter;
    if (its != null) {
      if (headNanos == 0 && outcome != Outcome.UNKNOWN) {
        parts.throttlex().ended(context, admittedNanos, outcome);
      }
      its.end(outcome, complete);
    }
    parts.hooks().listener().ended(this);
  }
}
