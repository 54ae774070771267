package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TimelineTallyTest {
  private static final long MINUTE = 60_000_000_000L;

  @Test
  void buckets_becomeLongerAndKeepTheirSums() {
    TimelineTally whole = new TimelineTally(TimelineTally.MOST);
    TimelineTally part = new TimelineTally(TimelineTally.MOST);
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
    TimelineTally whole = new TimelineTally(TimelineTally.MOST);
    whole.advance(0);
    whole.count(TimelineTally.REQUESTS);
    whole.advance(30_000_000L * MINUTE);
    whole.count(TimelineTally.REQUESTS);

    assertThat(whole.in(whole).requests().length).isLessThanOrEqualTo(1440);
    assertThat(Arrays.stream(whole.in(whole).requests()).sum()).isEqualTo(2);
  }

  @Test
  void bucketsOfManyRules_areFewerAndKeepTheirSums() {
    int most = TimelineTally.mostOf(10_000);
    TimelineTally whole = new TimelineTally(TimelineTally.MOST);
    TimelineTally often = new TimelineTally(most);
    TimelineTally once = new TimelineTally(most);
    for (long minute = 1_000_003; minute < 1_001_403; minute++) {
      whole.advance(minute * MINUTE);
      whole.count(TimelineTally.REQUESTS);
      often.advance(minute * MINUTE);
      often.count(TimelineTally.REQUESTS);
    }
    once.advance(1_000_700 * MINUTE);
    once.count(TimelineTally.REQUESTS);
    ReplayTimeline all = often.in(whole);
    ReplayTimeline one = once.in(whole);

    assertThat(most).isLessThan(100);
    assertThat(whole.in(whole).bucketSeconds()).isEqualTo(60);
    assertThat(all.bucketSeconds()).isEqualTo(one.bucketSeconds()).isEqualTo(3600);
    assertThat(all.start()).isEqualTo(one.start());
    assertThat(all.requests()).hasSizeLessThanOrEqualTo(most).hasSameSizeAs(one.requests());
    assertThat(Arrays.stream(all.requests()).sum()).isEqualTo(1400);
    assertThat(Arrays.stream(one.requests()).sum()).isEqualTo(1);
    long hour = (1_000_700 * 60 - one.start().getEpochSecond()) / 3600;
    assertThat(one.requests()[(int) hour]).isEqualTo(1);
  }
}
