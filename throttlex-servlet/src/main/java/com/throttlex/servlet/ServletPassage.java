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
 * The progress of a request through the filter, kept in a request attribute. A request passes the
 * filter again at every dispatch, but is decided once.
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

  /** The decisions so far, or null if there is none. */
  @Nullable Admission admission() {
    return admission;
  }

  /** The decisions so far. */
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

  /** Records that the request is delayed, and comes back by a dispatch. */
  void waitsIn(AsyncContext context) {
    waits = true;
    endWith(context);
  }

  /** Returns whether the request comes back from its delay; true once. */
  boolean comesBack() {
    boolean back = waits;
    waits = false;
    return back;
  }

  /** Records that the application failed; the container will send the response. */
  void fail() {
    outcome = Outcome.FAILURE;
  }

  /** Ends the passage when the response is complete, now or later. */
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

  /** Ends the admission with the known outcome, or else with that of the response status. */
  private void end() {
    Admission current = admission;
    if (current != null) {
      Outcome known = outcome;
      Outcome ended = known == null ? Outcome.ofStatus(response.getStatus()) : known;
      var unused = current.end(ended, response::getHeader);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    end();
  }

  /** A timeout or an error is followed by the completion. */
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

  /** A new asynchronous cycle drops the listeners of the previous one. */
  @Override
  public void onStartAsync(AsyncEvent event) {
    event.getAsyncContext().addListener(this);
  }
}
