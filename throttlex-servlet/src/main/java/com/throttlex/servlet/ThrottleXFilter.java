package com.throttlex.servlet;

import com.throttlex.Answers;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.admission.Admission;
import com.throttlex.admission.Admissions;
import com.throttlex.http.Refusal;
import com.throttlex.http.RequestReader;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Paths;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.store.StoreUnavailableException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/**
 * Limits the requests of an application: each is decided once, however often the container
 * dispatches it.
 *
 * <p>Every response shows the client its limits. A denied request gets 429 and a problem body, or
 * 503 if it is shed; a malformed one gets 400. The times and outcomes of admitted requests are
 * health signals for adaptive limits. A delayed request needs no thread; it is dispatched again
 * after its delay. So this filter, and those behind it, must be mapped to {@code REQUEST} and
 * {@code ASYNC} and support asynchronous requests; otherwise the delay blocks the thread.
 * Concurrency slots are released when the response is complete.
 *
 * <p>To rules the endpoint is the path within the application, without its context path. The
 * client's address is that of the connection, or the address that trusted proxies forward. An
 * address that another filter sets does not count.
 *
 * <pre>{@code
 * FilterRegistration.Dynamic filter =
 *     servletContext.addFilter("throttlex", new ThrottleXFilter(throttlex));
 * filter.setAsyncSupported(true);
 * filter.addMappingForUrlPatterns(EnumSet.of(REQUEST, ASYNC), false, "/*");
 * }</pre>
 */
public final class ThrottleXFilter implements Filter {
  private final Admissions admissions;
  private final RequestReader reader;
  private final RequestDescriber describer;
  private final ServletAnswer answer;
  private final TimeSource time;
  private final boolean completes;
  private final Delays delays = new Delays();

  private ThrottleXFilter(FilterSettings settings, boolean completes) {
    admissions = settings.admissions();
    reader = settings.reader();
    describer = settings.describer();
    answer = new ServletAnswer(settings.headers());
    time = settings.time();
    this.completes = completes;
  }

  /** Creates a filter that decides by all rules at once; the user is the container's principal. */
  public ThrottleXFilter(ThrottleX throttlex) {
    this(FilterSettings.simple(throttlex), true);
  }

  /**
   * Creates the filter for the first phase, before the filter that authenticates. If admissions
   * have one phase, the later filter decides everything, because it knows the user.
   */
  public static ThrottleXFilter beforeAuthentication(FilterSettings settings) {
    return new ThrottleXFilter(settings, false);
  }

  /** Creates the filter that decides the second phase, or all rules if there was no first phase. */
  public static ThrottleXFilter of(FilterSettings settings) {
    return new ThrottleXFilter(settings, true);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answered) {
      filter(asked, answered, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!completes && !admissions.hasTwoPhases()) {
      chain.doFilter(request, response);
      return;
    }
    ServletPassage passage = ServletPassage.of(request, response);
    boolean starts = passage.admission() == null;
    boolean decides = starts || (completes && !passage.isCompleted());
    try {
      if (!decides || (admits(request, response, passage) && !waits(request, response, passage))) {
        boolean resumed = completes && passage.comesBack();
        chain.doFilter(resumed ? new Resumed(request) : request, response);
      }
    } catch (IOException | ServletException | RuntimeException | Error e) {
      if (starts) { // only the container can send a response now
        passage.fail();
      }
      throw e;
    } finally {
      if (starts) {
        passage.endWith(request);
      }
    }
  }

  /** Decides; when the request may not pass, it is answered. */
  private boolean admits(
      HttpServletRequest request, HttpServletResponse response, ServletPassage passage)
      throws IOException {
    try {
      Admission admission = decide(request, passage);
      answer.limits(response, admission.decision());
      if (!admission.allowed()) {
        ServletAnswer.refuse(response, Refusal.denied(admission.decision()));
      }
      return admission.allowed();
    } catch (InvalidRequestException e) {
      ServletAnswer.refuse(response, Refusal.malformed(e, time.nanos()));
    } catch (StoreUnavailableException e) {
      ServletAnswer.refuse(response, Refusal.undecided(e, time.nanos()));
    }
    return false;
  }

  /** The container's thread waits for a store no longer than the store's timeout. */
  private Admission decide(HttpServletRequest request, ServletPassage passage) {
    RequestContext context = context(request);
    if (passage.admission() == null) {
      passage.begin(Answers.await(admissions.begin(context)));
    }
    if (completes) {
      passage.complete(Answers.await(admissions.complete(passage.begun(), context)));
    }
    return passage.begun();
  }

  private RequestContext context(HttpServletRequest request) {
    Peer peer = Peers.of(request);
    RequestContextBuilder context =
        reader.read(
            peer.address(),
            request.getMethod(),
            path(request),
            name -> RequestReader.isList(name) ? peer.header(name) : request.getHeader(name));
    describer.describe(request, context);
    return context.metered(true).build();
  }

  /**
   * Returns the path after the context path, as the application's own mappings see it. A client may
   * spell the context path in another way. Where a filter trusts {@code X-Forwarded-Prefix}, the
   * client may even choose it: a query or fragment in it would hide the rest.
   */
  private static String path(HttpServletRequest request) {
    String mount = request.getContextPath();
    if (mount == null || mount.isEmpty()) {
      return request.getRequestURI();
    }
    if (mount.indexOf('?') >= 0 || mount.indexOf('#') >= 0) {
      throw new InvalidRequestException(
          List.of("context path: \"" + mount + "\" (expected: no ? and no #)"));
    }
    String path = Paths.normalize(request.getRequestURI());
    String root = Paths.normalize(mount);
    String rest = path.startsWith(root) ? path.substring(root.length()) : path;
    return rest.isEmpty() ? "/" : rest;
  }

  /** Lets an admitted request wait if it has to; true when it comes back later by a dispatch. */
  private boolean waits(
      HttpServletRequest request, HttpServletResponse response, ServletPassage passage)
      throws ServletException {
    long delay = completes ? passage.begun().delayNanos() : 0;
    if (delay > 0 && request.isAsyncSupported()) {
      AsyncContext context = request.startAsync(request, response);
      passage.waitsIn(context);
      delays.dispatchAfter(delay, context);
      return true;
    }
    hold(delay);
    return false;
  }

  private void hold(long nanos) throws ServletException {
    try {
      if (nanos > 0) {
        time.sleepUntil(time.nanos() + nanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServletException("interrupted during the delay of the request", e);
    }
  }

  /** Lets delayed requests proceed, and ends the thread. */
  @Override
  public void destroy() {
    delays.close();
  }
}
