package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KeyFloodTest {
  @Test
  void floodOfFiveMillionKeys_in512Megabytes_keepsCountersBoundedAndLimitsEnforced()
      throws Exception {
    Process flood =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                KeyFlood.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(flood.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(flood.waitFor(2, TimeUnit.MINUTES)).as(printed).isTrue();
    // A million keys have counters of their own, one of them the victim's; all others share five
    // units.
    int own = MemoryStore.DEFAULT_MAX_KEYS;
    assertThat(printed)
        .isEqualTo("depleted=true resets=0 keys=" + own + " admitted=" + (own - 1 + 5) + "\n");
  }
}
