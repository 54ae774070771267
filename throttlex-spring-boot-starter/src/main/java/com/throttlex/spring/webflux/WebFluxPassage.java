package com.throttlex.spring.webflux;

import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admission;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * How far a request has come, kept in one of its attributes: two filters decide it together, and a
 * decision that comes when the client is gone is ended at once.
 */
final class WebFluxPassage {
  private static final String ATTRIBUTE = WebFluxPassage.class.getName();

  private @Nullable Admission admission;
  private boolean completed;
  private @Nullable Outcome ended;

  private WebFluxPassage() {}

  /** The passage of a request, which may just begin. */
  static WebFluxPassage of(ServerWebExchange exchange) {
    Object passage =
        exchange.getAttributes().computeIfAbsent(ATTRIBUTE, attribute -> new WebFluxPassage());
    return (WebFluxPassage) passage;
  }

  /** What was decided by now, or null when nothing was. */
  synchronized @Nullable Admission admission() {
    return admission;
  }

  synchronized boolean isCompleted() {
    return completed;
  }

  Admission begin(Admission reached) {
    return reach(reached, false);
  }

  Admission complete(Admission reached) {
    return reach(reached, true);
  }

  private Admission reach(Admission reached, boolean last) {
    Outcome late;
    synchronized (this) {
      admission = reached;
      completed = last;
      late = ended;
    }
    if (late != null) {
      var unused = reached.end(late);
    }
    return reached;
  }

  /** Frees what the request holds, and says what came of it. */
  void end(Outcome outcome) {
    Admission current;
    synchronized (this) {
      ended = outcome;
      current = admission;
    }
    if (current != null) {
      var unused = current.end(outcome);
    }
  }
}
