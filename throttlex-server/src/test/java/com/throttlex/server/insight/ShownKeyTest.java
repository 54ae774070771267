package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import com.throttlex.store.MemoryBudget;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Printed keys take little memory, and stay different. */
class ShownKeyTest {
  private static Key key(String text) {
    return Key.of(text, "somebody");
  }

  @Test
  void key_ofUsualLength_isShownWhole() {
    String text = "orders|user=" + "u".repeat(ShownKey.MOST_BYTES - 12);
    assertThat(ShownKey.of(key(text))).isEqualTo(text);
    assertThat(ShownKey.of(key(text + "u"))).startsWith("orders|user=uuu").contains("…");
  }

  @Test
  void keys_thatAreLong_areCutAndStillDifferent() {
    Set<String> shown = new HashSet<>();
    for (String filler : new String[] {"x", "ü", "日", "😀"}) {
      for (int i = 0; i < 1000; i++) {
        String text = ShownKey.of(key("orders|user=" + filler.repeat(12_000) + i));
        assertThat(MemoryBudget.bytes(text)).isLessThanOrEqualTo(ShownKey.MOST_BYTES);
        shown.add(text);
      }
    }
    assertThat(shown).hasSize(4000);
  }

  @Test
  void sketch_ofVeryLongKeys_takesNoMoreThanItsMemory() {
    long room = 100_000;
    Sketch sketch = new Sketch(1, room);
    String filler = "日".repeat(12_000);
    for (int i = 0; i < 3000; i++) {
      Key key = key("orders|user=" + filler + i % 1500);
      sketch.add(key, "orders", Sketch.Outcome.ALLOWED);
    }
    assertThat(sketch.bytes()).isBetween(room / 4, room);
    assertThat(sketch.entries())
        .isNotEmpty()
        .allMatch(entry -> MemoryBudget.bytes(entry.key()) <= ShownKey.MOST_BYTES);
  }
}
