package com.throttlex.servlet;

import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admission;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a request has come, kept in one of its attributes: a request passes the filter again
 * whenever the container dispatches it again, but is decided once.
 */
final class ServletPassage implements AsyncListener {
  private static final String ATTRIBUTE = ServletPassage.class.getName();

  private final HttpServletResponse response;
  private volatile @Nullable Admission admission;
  private volatile @Nullable Outcome outcome;
  private boolean completed;
  private boolean waits;
  private boolean listens;

  private ServletPassage(HttpServletResponse response) {
    this.response = response;
  }

  /** The passage of a request, which may just begin. */
  static ServletPassage of(HttpServletRequest request, HttpServletResponse response) {
    Object found = request.getAttribute(ATTRIBUTE);
    if (found instanceof ServletPassage passage) {
      return passage;
    }
    ServletPassage fresh = new ServletPassage(response);
    request.setAttribute(ATTRIBUTE, fresh);
    return fresh;
  }

  /** What was decided by now, or null when nothing was. */
  @Nullable Admission admission() {
    return admission;
  }

  /** What was decided by now. */
  Admission begun() {
    return Objects.requireNonNull(admission, "admission");
  }

  void begin(Admission admission) {
    this.admission = admission;
  }

  boolean isCompleted() {
    return completed;
  }

  void complete(Admission admission) {
    this.admission = admission;
    completed = true;
  }

  /** Lets the request wait, from which it comes back by a dispatch. */
  void waitsIn(AsyncContext context) {
    waits = true;
    endWith(context);
  }

  /** Whether the request comes back from its wait; true once. */
  boolean comesBack() {
    boolean back = waits;
    waits = false;
    return back;
  }

  /** Takes note that the application has failed, which the container will answer. */
  void fail() {
    outcome = Outcome.FAILURE;
  }

  /** Ends the passage when the request is answered, now or later. */
  void endWith(HttpServletRequest request) {
    if (listens) {
      return;
    }
    if (request.isAsyncStarted()) {
      endWith(request.getAsyncContext());
    } else {
      end();
    }
  }

  private void endWith(AsyncContext context) {
    listens = true;
    context.addListener(this);
  }

  /** What is known already of what came of the request counts; or else what its answer says. */
  private void end() {
    Admission current = admission;
    if (current != null) {
      Outcome known = outcome;
      var unused = current.end(known == null ? Outcome.ofStatus(response.getStatus()) : known);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    end();
  }

  /** What follows a timeout or an error is the completion. */
  @Override
  public void onTimeout(AsyncEvent event) {
    outcome = Outcome.DROPPED;
  }

  @Override
  public void onError(AsyncEvent event) {
    if (outcome == null) {
      outcome = Outcome.FAILURE;
    }
  }

  /** A new cycle forgets the listeners of the one before. */
  @Override
  public void onStartAsync(AsyncEvent event) {
    event.getAsyncContext().addListener(this);
  }
}
