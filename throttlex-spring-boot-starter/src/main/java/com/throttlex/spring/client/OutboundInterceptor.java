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

/** Checks the calls of a blocking client against a limit; waits on the caller's thread. */
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
      OutboundCall call = outbound.begin(limit, enter(target, deadline));
      ClientHttpResponse response = execute(call, request, body, execution);
      boolean comesBack = hear(call, target, response);
      if (!comesBack || retry >= retries || !fits(target, deadline)) {
        return call.holds() ? new HeldResponse(response, call::end) : response;
      }
      response.close();
      call.end();
    }
  }

  private ClientHttpResponse execute(
      OutboundCall call, HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
      throws IOException {
    try {
      return execution.execute(request, body);
    } catch (IOException | RuntimeException | Error e) {
      call.fail(e);
      throw e;
    }
  }

  /** Reads the headers of the response; a response that cannot be read ends the call. */
  private boolean hear(OutboundCall call, Target target, ClientHttpResponse response)
      throws IOException {
    try {
      int status = response.getStatusCode().value();
      call.answered(status);
      return outbound.hear(target, status, response.getHeaders());
    } catch (IOException | RuntimeException e) {
      response.close();
      call.fail(e);
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
      outbound.giveUp(decision);
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
          new InterruptedIOException("interrupted while the call waited for its limit");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
