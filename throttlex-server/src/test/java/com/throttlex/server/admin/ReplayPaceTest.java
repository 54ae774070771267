package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ReplayPaceTest {
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  @Test
  void replay_ofAClientThatLeaves_ends() throws IOException {
    AtomicBoolean gone = new AtomicBoolean();
    ReplayPace pace = new ReplayPace(LONG, gone::get);
    try (InputStream in = pace.of(new ByteArrayInputStream(new byte[10]))) {
      assertThat(pace.goesOn()).isTrue();
      assertThat(in.read()).isZero();
      gone.set(true);
      assertThat(pace.goesOn()).isFalse();
      assertThatThrownBy(() -> in.read(new byte[5])).isInstanceOf(IOException.class);
    }
  }

  @Test
  void replay_thatTakesTooLong_ends() {
    ReplayPace pace = new ReplayPace(TimeUnit.MILLISECONDS.toNanos(20), () -> false);
    long began = System.nanoTime();
    while (pace.goesOn()) {
      assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(10));
    }
    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(20));
  }

  @Test
  void replay_thatWorks_restsHalfOfTheTime() {
    ReplayPace pace = new ReplayPace(LONG, () -> false);
    var threads = ManagementFactory.getThreadMXBean();
    long began = System.nanoTime();
    long used = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - used < TimeUnit.MILLISECONDS.toNanos(200)) {
      assertThat(pace.goesOn()).isTrue();
    }
    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(350));
  }
}
