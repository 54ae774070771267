package com.throttlex.spring.client;

import com.throttlex.Answers;
import com.throttlex.Decision;
import com.throttlex.TimeSource;
import com.throttlex.spring.OutboundLimitedException;
import com.throttlex.spring.client.Closures.Target;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/** Holds the calls of a blocking client against a limit; waits on the caller's thread. */
final class OutboundInterceptor implements ClientHttpRequestInterceptor {
  private final Outbound outbound;
  private final OutboundLimit limit;
  private final TimeSource time;

  OutboundInterceptor(Outbound outbound, OutboundLimit limit) {
    this.outbound = outbound;
    this.limit = limit;
    time = outbound.time();
  }

  @Override
  public ClientHttpResponse intercept(
      HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    Target target = Outbound.target(limit, request.getURI());
    long deadline = time.nanos() + limit.maxWait().toNanos();
    int retries = Outbound.isIdempotent(request.getMethod()) ? limit.retries() : 0;
    for (int retry = 0; ; retry++) {
      Decision decision = enter(target, deadline);
      ClientHttpResponse response = execute(decision, request, body, execution);
      boolean comesBack = hear(decision, target, response);
      if (!comesBack || retry >= retries || !fits(target, deadline)) {
        return decision.reservation() == null
            ? response
            : new HeldResponse(response, () -> outbound.release(decision));
      }
      response.close();
      outbound.release(decision);
    }
  }

  private ClientHttpResponse execute(
      Decision decision, HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
      throws IOException {
    boolean answered = false;
    try {
      ClientHttpResponse response = execution.execute(request, body);
      answered = true;
      return response;
    } finally {
      if (!answered) {
        outbound.release(decision);
      }
    }
  }

  /** Takes in what the answer says; one that cannot be read is over. */
  private boolean hear(Decision decision, Target target, ClientHttpResponse response)
      throws IOException {
    try {
      return outbound.hear(target, response.getStatusCode().value(), response.getHeaders());
    } catch (IOException | RuntimeException e) {
      response.close();
      outbound.release(decision);
      throw e;
    }
  }

  /** Waits until the call may be made. */
  private Decision enter(Target target, long deadline) throws IOException {
    while (true) {
      Decision decision = Answers.await(outbound.check(limit, target));
      if (decision.allowed()) {
        return delayed(decision);
      }
      if (decision.waitNanos() > deadline - time.nanos()) {
        throw new OutboundLimitedException(target.host(), decision);
      }
      sleep(decision.waitNanos());
    }
  }

  private Decision delayed(Decision decision) throws IOException {
    try {
      sleep(decision.delayNanos());
      return decision;
    } catch (InterruptedIOException e) {
      outbound.release(decision);
      throw e;
    }
  }

  private boolean fits(Target target, long deadline) {
    return outbound.closedNanos(target) <= deadline - time.nanos();
  }

  private void sleep(long nanos) throws IOException {
    try {
      if (nanos > 0) {
        time.sleepUntil(time.nanos() + nanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while the call had to wait");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
