package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogFloodTest {
  private final AtomicLong nanos = new AtomicLong();
  private final LoggerContext context = new LoggerContext();
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();

  @BeforeEach
  void setUp() {
    context.addTurboFilter(new LogFlood(nanos::get));
    written.start();
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(written);
  }

  private static void warn(Logger logger, int times) {
    for (int i = 0; i < times; i++) {
      logger.warn("again");
    }
  }

  @Test
  void warnings_ofOneLoggerInAFlood_areCutOffAndCounted() {
    Logger noisy = context.getLogger("noisy");
    warn(noisy, 1_000);
    assertThat(written.list).hasSize(LogFlood.MOST);

    context.getLogger("quiet").error("heard");
    assertThat(written.list).hasSize(LogFlood.MOST + 1);

    nanos.addAndGet(60_000_000_000L);
    warn(noisy, 1);
    assertThat(written.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .endsWith("noisy: 950 log lines suppressed (limit: 50 a minute)", "again");
  }

  @Test
  void information_isNeverLeftOut() {
    Logger noisy = context.getLogger("noisy");
    for (int i = 0; i < 1_000; i++) {
      noisy.info("admin write");
    }
    assertThat(written.list).hasSize(1_000);
  }
}
