package com.throttlex.adaptive.system;

import static com.throttlex.adaptive.Signal.CPU;
import static com.throttlex.adaptive.Signal.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.Signal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThisProcessTest {
  private static final long BURN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private static void burn() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < BURN_NANOS) {
      Thread.onSpinWait();
    }
  }

  @Test
  void cpu_afterWork_isMoreThanNone() {
    SystemSignals signals = SystemSignals.ofThisProcess();
    assertThat(signals.read(System.nanoTime())).doesNotContainKey(CPU);

    burn();

    Map<Signal, Double> read = signals.read(System.nanoTime());
    assertThat(read).containsKey(CPU);
    assertThat(read.get(CPU)).isGreaterThan(0).isLessThanOrEqualTo(1);
  }

  @Test
  void processorTime_afterWork_hasGrown() {
    PlatformNumbers numbers = new PlatformNumbers();
    long before = numbers.processNanos().orElseThrow();

    burn();

    assertThat(numbers.processNanos().orElseThrow()).isGreaterThan(before);
  }

  @Test
  void memory_afterACollection_isAPartOfTheHeap() {
    System.gc();

    Map<Signal, Double> read = SystemSignals.ofThisProcess().read(System.nanoTime());
    assertThat(read).containsKey(MEMORY);
    assertThat(read.get(MEMORY)).isGreaterThan(0).isLessThanOrEqualTo(1);
  }

  @Test
  void read_inAVirtualMachineWithoutProcessorTimes_isNoError() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base,java.management",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Bare.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("times=false first=false memory=true");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Reads twice where the module of processor times is missing. */
  static final class Bare {
    private Bare() {}

    public static void main(String[] args) {
      SystemSignals signals = SystemSignals.ofThisProcess();
      boolean first = signals.read(0).containsKey(CPU);
      System.gc();
      boolean memory = signals.read(1_000_000_000).containsKey(MEMORY);
      boolean times = new PlatformNumbers().processNanos().isPresent();
      System.out.print("times=" + times + " first=" + first + " memory=" + memory);
    }
  }
}
