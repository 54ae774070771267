package com.throttlex.spring.webflux;

import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admission;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * The progress of a request through the filters, kept in an attribute. Two filters decide it
 * together, and a decision that comes after the client disconnected is ended at once.
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

  /** The decisions so far, or null if there are none. */
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

  /** Releases the request's slots, and reports its outcome. */
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
