package com.throttlex.examples.layers;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.ThrottleXServer;
import com.throttlex.server.config.SettingsReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shop with and without a real service before each layer, over real HTTP.
 *
 * <p>The bounds leave room for a machine that does other things as well; the program prints what it
 * really is.
 */
@Timeout(400)
class LayersTest {
  private static final int MOST_TIMES = 30;
  private static final Path RULES = Path.of("rules.yml").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void withoutLimits_theShopCollapses() {
    Layers shop = Layers.open(0);
    try {
      shop.open();
      shop.crowded(2000);
      Layers.Result crowded = shop.crowded(3000);
      System.out.println("without limits: " + crowded);
      assertThat(crowded.useful()).isLessThan(0.3);
      assertThat(crowded.high()).isLessThan(0.3);
      assertThat(crowded.longestQueue()).isGreaterThan(1000);
    } finally {
      shop.close();
    }
  }

  @Test
  void withLimits_theShopServesWhatItCan_urgentOrdersFirst() throws Exception {
    Map<String, String> options =
        Map.of(
            "port", "0",
            "admin-port", "0",
            "resp-port", "0",
            "data-dir", folder.toString(),
            "rules", RULES.toString());
    try (ThrottleXServer server =
        ThrottleXServer.start(SettingsReader.read(options, Map.of(), folder))) {
      Layers shop = Layers.open(server.port());
      try {
        shop.open();
        Layers.Result settled =
            untilSettled(
                () -> shop.crowded(5000), result -> result.useful() > 0.9 && result.high() >= 0.99);
        assertThat(settled.low()).as("%s", settled).isLessThan(0.2);
        assertThat(settled.longestQueue()).as("%s", settled).isLessThan(200);
        assertThat(settled.shedAtGateway()).as("%s", settled).isGreaterThan(settled.shedBehind());

        Layers.Result slow =
            untilSettled(() -> shop.slowDatabase(3000), result -> result.useful() > 0.5);
        assertThat(slow.longestQueue()).as("%s", slow).isLessThan(200);
        assertThat(slow.shedAtGateway()).as("%s", slow).isGreaterThan(slow.shedBehind());
      } finally {
        shop.close();
      }
    }
  }

  /** The first time that is as it should be: limits need a while to find where they belong. */
  private static Layers.Result untilSettled(
      Supplier<Layers.Result> time, Predicate<Layers.Result> settled) {
    Layers.Result last = time.get();
    for (int i = 1; i < MOST_TIMES && !settled.test(last); i++) {
      last = time.get();
    }
    System.out.println("with limits: " + last);
    assertThat(last).matches(settled);
    return last;
  }
}
