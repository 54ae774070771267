package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The decisions that one response tells its client. What they have reserved is given back if the
 * client is gone before it is told: nobody else could free it before its time is over.
 *
 * <p>Used by one thread at a time.
 */
final class Delivery {
  private record Reserved(RequestContext request, Decision decision) {}

  private final ThrottleX throttlex;
  private final HttpServerResponse response;
  private final List<Reserved> reserved = new ArrayList<>(0);

  Delivery(ThrottleX throttlex, HttpServerResponse response) {
    this.throttlex = throttlex;
    this.response = response;
  }

  /** Adds a decision. */
  Delivery of(RequestContext request, Decision decision) {
    if (decision.reservation() != null) {
      reserved.add(new Reserved(request, decision));
    }
    return this;
  }

  /** Sends the answer, unless the client is gone. */
  void send(Supplier<Future<Void>> answer) {
    if (reserved.isEmpty()) {
      var unused = answer.get();
    } else if (response.closed()) {
      failed();
    } else {
      answer.get().onFailure(gone -> failed());
    }
  }

  /** Gives back what is reserved. */
  void failed() {
    reserved.forEach(each -> throttlex.undelivered(each.request, each.decision));
    reserved.clear();
  }
}
