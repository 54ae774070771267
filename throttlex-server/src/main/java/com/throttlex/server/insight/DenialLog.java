package com.throttlex.server.insight;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.RateLimiter;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.key.MaskedKey;
import com.throttlex.request.RequestContext;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs denials: the request's id, the rule, the masked key and the retry-after.
 *
 * <p>Bounded: at most a number of lines a second. The next line says how many denials were skipped.
 */
public final class DenialLog implements DecisionListener {
  private static final Logger LOG = LoggerFactory.getLogger(DenialLog.class);

  private final RateLimiter lines;
  private final AtomicLong skipped = new AtomicLong();

  /**
   * Creates a log.
   *
   * @param most the most lines a second
   */
  public DenialLog(int most, TimeSource time) {
    lines =
        RateLimiter.of(
            Limit.of(Algorithm.TOKEN_BUCKET, Rate.of(most, Duration.ofSeconds(1))), time);
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    if (decision.allowed()) {
      return;
    }
    if (lines.tryAcquire()) {
      log(request, decision, key(decision, verdicts));
    } else {
      skipped.incrementAndGet();
    }
  }

  private static @Nullable Key key(Decision decision, Verdicts verdicts) {
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.rule(i).id().equals(decision.rule())) {
        return verdicts.key(i);
      }
    }
    return null;
  }

  private void log(RequestContext request, Decision decision, @Nullable Key key) {
    LoggingEventBuilder line = LOG.atInfo();
    if (request.requestId() != null) {
      line = line.addKeyValue("requestId", request.requestId());
    }
    line = line.addKeyValue("rule", decision.rule());
    if (key != null) {
      line = line.addKeyValue("key", MaskedKey.of(key.text()));
    }
    line =
        line.addKeyValue("limit", decision.limit())
            .addKeyValue("retryAfter", decision.retryAfter());
    if (decision.isBlocked()) {
      line = line.addKeyValue("blocked", true);
    }
    long before = skipped.getAndSet(0);
    if (before > 0) {
      line = line.addKeyValue("skipped", before);
    }
    line.log("denied");
  }
}
