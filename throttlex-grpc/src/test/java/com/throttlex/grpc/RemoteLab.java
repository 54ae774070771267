package com.throttlex.grpc;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.FailureMode;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A service with answers that the test sets, a decider that calls it, and a fallback. */
final class RemoteLab implements AutoCloseable {
  static final RequestContext USER = RequestContext.ofUser("u");
  static final Duration PATIENT = Duration.ofSeconds(20);

  static final Instant START = Instant.parse("2026-09-20T10:00:10Z");

  final ManualClock time = new ManualClock(START);
  final ThrottleX local =
      ThrottleX.of(
          RuleBook.of(
              Rule.builder("own").key("user").limits("2/1h").build(),
              Rule.builder("slots")
                  .endpoint("/slow")
                  .key("global")
                  .limits("1/1m")
                  .algorithm(Algorithm.CONCURRENCY)
                  .build()),
          new MemoryStore(),
          time);
  final FakeService service = new FakeService();
  RemoteDecider decider = decider(PATIENT, FailureMode.LOCAL);

  private RemoteDecider decider(Duration deadline, FailureMode mode) {
    return decider(settings().withDeadline(deadline).withOnFailure(mode));
  }

  private RemoteDecider decider(ServiceSettings settings) {
    boolean standsIn = settings.onFailure() == FailureMode.LOCAL;
    return RemoteDecider.open(settings, standsIn ? local : null, time);
  }

  /** Settings for the service, with time enough. */
  ServiceSettings settings() {
    return ServiceSettings.plaintext(service.address()).withDeadline(PATIENT);
  }

  /** Opens another decider instead of the one before. */
  void open(ServiceSettings settings) {
    decider.close();
    decider = decider(settings);
  }

  /** Opens another decider instead of the one before. */
  void open(Duration deadline, FailureMode mode) {
    decider.close();
    decider = decider(deadline, mode);
  }

  Decision check(RequestContext request) throws Exception {
    return get(decider.checkAsync(request));
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    decider.close();
    service.close();
    local.close();
  }
}
