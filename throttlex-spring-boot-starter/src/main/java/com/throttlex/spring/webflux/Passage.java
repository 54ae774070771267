package com.throttlex.spring.webflux;

import com.throttlex.admission.Admission;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * How far a request has come, kept in one of its attributes: two filters decide it together, and a
 * decision that comes when the client is gone is ended at once.
 */
final class Passage {
  private static final String ATTRIBUTE = Passage.class.getName();

  private @Nullable Admission admission;
  private boolean completed;
  private boolean ended;

  private Passage() {}

  /** The passage of a request, which may just begin. */
  static Passage of(ServerWebExchange exchange) {
    Object passage =
        exchange.getAttributes().computeIfAbsent(ATTRIBUTE, attribute -> new Passage());
    return (Passage) passage;
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
    boolean late;
    synchronized (this) {
      admission = reached;
      completed = last;
      late = ended;
    }
    if (late) {
      var unused = reached.end();
    }
    return reached;
  }

  /** Frees what the request holds. */
  void end() {
    Admission current;
    synchronized (this) {
      ended = true;
      current = admission;
    }
    if (current != null) {
      var unused = current.end();
    }
  }
}
