package com.throttlex.spring;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Adjustment;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Reports moves of adaptive limits to the log and to the application.
 *
 * <p>It uses its own thread, which exists only while there is something to report. Limits move on
 * threads of requests and stores, which must not wait for listeners.
 */
final class LimitNews implements SmartInitializingSingleton, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("com.throttlex");
  private static final long IDLE_SECONDS = 10;

  private final ThrottleX throttlex;
  private final ApplicationEventPublisher events;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          0,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          LimitNews::thread,
          new ThreadPoolExecutor.DiscardPolicy());

  LimitNews(ThrottleX throttlex, ApplicationEventPublisher events) {
    this.throttlex = throttlex;
    this.events = events;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "throttlex-news");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void afterSingletonsInstantiated() {
    throttlex.adaptive().listen(adjustment -> thread.execute(() -> tell(adjustment)));
  }

  private void tell(Adjustment adjustment) {
    LOG.info(
        "limit of rule {}: {} -> {}, {}",
        adjustment.rule(),
        adjustment.from(),
        adjustment.to(),
        adjustment.reason());
    try {
      events.publishEvent(new AdaptiveLimitChanged(adjustment));
    } catch (RuntimeException e) {
      LOG.warn("a listener for changes of adaptive limits failed", e);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
