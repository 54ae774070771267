package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TimelineTallyTest {
  private static final long MINUTE = 60_000_000_000L;

  @Test
  void buckets_becomeLongerAndKeepTheirSums() {
    TimelineTally whole = new TimelineTally();
    TimelineTally part = new TimelineTally();
    for (int day = 0; day < 40; day++) {
      for (int i = 0; i < 100; i++) {
        long now = (1_000_000L + day * 1440L + i) * MINUTE;
        whole.advance(now);
        whole.count(TimelineTally.REQUESTS);
        if (day == 39) {
          part.advance(now);
          part.count(TimelineTally.DENIED);
        }
      }
    }
    ReplayTimeline all = whole.in(whole);
    ReplayTimeline some = part.in(whole);

    assertThat(all.bucketSeconds()).isEqualTo(3600);
    assertThat(Arrays.stream(all.requests()).sum()).isEqualTo(4000);
    assertThat(some.denied()).hasSameSizeAs(all.requests());
    assertThat(Arrays.stream(some.denied()).sum()).isEqualTo(100);
    assertThat(all.start().getEpochSecond() % 3600).isZero();
  }

  @Test
  void gapOfYears_staysBounded() {
    TimelineTally whole = new TimelineTally();
    whole.advance(0);
    whole.count(TimelineTally.REQUESTS);
    whole.advance(30_000_000L * MINUTE);
    whole.count(TimelineTally.REQUESTS);

    assertThat(whole.in(whole).requests().length).isLessThanOrEqualTo(1440);
    assertThat(Arrays.stream(whole.in(whole).requests()).sum()).isEqualTo(2);
  }
}
