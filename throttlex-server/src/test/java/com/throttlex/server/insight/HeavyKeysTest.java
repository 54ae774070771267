package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.admin.TopKey;
import com.throttlex.server.admin.TopReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports of the keys that stand out. */
class HeavyKeysTest {
  private static final Duration PERIOD = Duration.ofMinutes(10);
  private static final long ROOM = 1 << 24;

  private final HeavyKeys heavy = new HeavyKeys(Lab.nanos(Lab.START), ROOM);
  private final Lab lab = new Lab(heavy);

  private static TopKey key(String user, long allowed, long denied) {
    return new TopKey("one|user=" + user, "one", allowed, denied, 0);
  }

  @Test
  void report_beforeAnyDecision_isEmpty() {
    assertThat(heavy.report(10))
        .isEqualTo(new TopReport(Lab.START, List.of(), List.of(), List.of()));
  }

  @Test
  void report_ranksKeysByRequestsAndByDenials() {
    lab.checks(3, "a", "/one");
    lab.checks(1, "b", "/one");
    lab.checks(6, "c", "/one");
    TopReport report = heavy.report(2);
    assertThat(report.heaviest()).containsExactly(key("c", 1, 5), key("a", 1, 2));
    assertThat(report.mostDenied()).containsExactly(key("c", 1, 5), key("a", 1, 2));
    assertThat(heavy.report(10).mostDenied()).hasSize(2);
    assertThat(heavy.report(10).heaviest()).hasSize(3);
  }

  @Test
  void shadowDenials_areCountedSeparately() {
    lab.checks(3, "a", "/shadow");
    lab.checks(2, "a", "/one");
    TopKey shadow = new TopKey("shadow|user=a", "shadow", 1, 0, 2);
    TopReport report = heavy.report(10);
    assertThat(report.heaviest()).containsExactly(shadow, key("a", 1, 1));
    assertThat(report.mostDenied()).containsExactly(key("a", 1, 1));
    assertThat(report.mostShadowDenied()).containsExactly(shadow);
  }

  @Test
  void report_ofARule_hasOnlyItsKeys() {
    lab.checks(9, "a", "/shadow");
    lab.checks(2, "a", "/one");
    lab.checks(3, "a", "/two");
    TopReport report = heavy.report(1, "one");
    assertThat(report.heaviest()).containsExactly(key("a", 1, 1));
    assertThat(report.mostDenied()).containsExactly(key("a", 1, 1));
    assertThat(report.mostShadowDenied()).isEmpty();
    assertThat(heavy.report(1, "none").heaviest()).isEmpty();
  }

  @Test
  void counts_areKeptForThisPeriodAndTheNext() {
    lab.checks(3, "a", "/one");
    lab.pass(PERIOD);
    lab.checks(2, "a", "/one");
    assertThat(heavy.report(1).heaviest()).containsExactly(key("a", 1, 4));
    assertThat(heavy.report(1).since()).isEqualTo(Lab.START);
    lab.pass(PERIOD);
    lab.checks(1, "a", "/one");
    assertThat(heavy.report(1).heaviest()).containsExactly(key("a", 0, 3));
    assertThat(heavy.report(1).since()).isEqualTo(Lab.START.plus(PERIOD));
  }

  @Test
  void counts_olderThanTwoPeriods_areForgotten() {
    lab.checks(3, "a", "/one");
    lab.pass(PERIOD.multipliedBy(2));
    lab.checks(1, "b", "/one");
    assertThat(heavy.report(10).heaviest()).containsExactly(key("b", 1, 0));
    assertThat(heavy.report(10).since()).isEqualTo(lab.now());
  }

  @Test
  void oldCounts_ofOtherThreads_areForgottenToo() throws InterruptedException {
    onThreads(16, "old");
    lab.pass(Duration.ofHours(3));
    lab.checks(1, "new", "/one");
    assertThat(heavy.report(10).heaviest()).containsExactly(key("new", 1, 0));
  }

  @Test
  void counts_ofSeveralThreads_areAddedUp() throws InterruptedException {
    onThreads(16, "u");
    TopReport report = heavy.report(1);
    assertThat(report.heaviest()).containsExactly(key("u", 1, 15));
  }

  private void onThreads(int threads, String user) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> lab.check(user, "/one"));
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
  }
}
