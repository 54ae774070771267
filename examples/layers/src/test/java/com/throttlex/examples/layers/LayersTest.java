package com.throttlex.examples.layers;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.ThrottleXServer;
import com.throttlex.server.config.SettingsReader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shop with and without a real service before each layer, over real HTTP.
 *
 * <p>The bounds leave room for a machine that does other things as well; the program prints what
 * it really is.
 */
@Timeout(180)
class LayersTest {
  private static final Path RULES = Path.of("rules.yml").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void withoutLimits_theShopCollapses() {
    Layers shop = Layers.open(0);
    try {
      Layers.Result crowded = shop.crowded(4000, 4000);
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
        Layers.Result crowded = shop.crowded(10_000, 10_000);
        System.out.println("five times as many as can be served: " + crowded);
        assertThat(crowded.useful()).as("%s", crowded).isGreaterThan(0.75);
        assertThat(crowded.high()).as("%s", crowded).isGreaterThan(0.95);
        assertThat(crowded.low()).as("%s", crowded).isLessThan(0.2);
        assertThat(crowded.longestQueue()).as("%s", crowded).isLessThan(200);

        Layers.Result slow = shop.slowDatabase(10_000, 8_000);
        System.out.println("and a database that is slow: " + slow);
        assertThat(slow.useful()).as("%s", slow).isGreaterThan(0.4);
        assertThat(slow.longestQueue()).as("%s", slow).isLessThan(200);
      } finally {
        shop.close();
      }
    }
  }
}
