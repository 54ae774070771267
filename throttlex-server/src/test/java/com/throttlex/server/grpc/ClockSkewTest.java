package com.throttlex.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** When a difference of a client's clock is logged. */
class ClockSkewTest {
  private final ManualClock time = new ManualClock();
  private final ThrottleX throttlex = ThrottleX.of(RuleBook.EMPTY, new MemoryStore(), time);
  private final ClockSkew skew = new ClockSkew();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ClockSkew.class);

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
  }

  private int linesAfter(long millisAhead) {
    long timestamp = time.nanos() / 1_000_000 + millisAhead;
    skew.note(timestamp, throttlex.check(RequestContext.ofUser("u")));
    return log.list.size();
  }

  @Test
  void skew_ofFiveSeconds_isNotLogged() {
    assertThat(linesAfter(5000)).isZero();
    assertThat(linesAfter(-5000)).isZero();
    skew.note(0, throttlex.check(RequestContext.ofUser("u")));
    assertThat(log.list).isEmpty();
  }

  @Test
  void skew_aboveFiveSeconds_isLoggedOnceAMinute() {
    assertThat(linesAfter(5001)).isEqualTo(1);
    assertThat(linesAfter(-5001)).isEqualTo(1);
    time.advance(Duration.ofMillis(59_999));
    assertThat(linesAfter(-5001)).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(linesAfter(-5001)).isEqualTo(2);
  }
}
