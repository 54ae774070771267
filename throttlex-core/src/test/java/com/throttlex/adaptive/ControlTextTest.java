package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlTextTest {
  @Test
  void text_ofAState_isReadable() {
    ControlState state = new ControlState(12.5, 42, Map.of("error", -0.25, "bound", 1.0));
    assertThat(state.text()).isEqualTo("12.5 42 bound=1.0 error=-0.25");
  }

  @Test
  void state_writtenAndRead_isTheSame() {
    Random random = new Random(11);
    for (int i = 0; i < 300; i++) {
      Map<String, Double> memory = new HashMap<>();
      for (String name : new String[] {"a", "filtered", "windowMillis"}) {
        double any = Double.longBitsToDouble(random.nextLong());
        memory.put(name, Double.isFinite(any) ? any : random.nextGaussian());
      }
      double limit = 1 + random.nextDouble() * Math.pow(10, random.nextInt(17));
      ControlState state = new ControlState(limit, random.nextLong(), memory);
      assertThat(ControlState.parse(state.text())).isEqualTo(state);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1.0",
        "1 2",
        "x 2",
        "1.0 2.0",
        "NaN 2",
        "0.5 2",
        "-3.0 2",
        "1.0 2 ",
        "1.0  2",
        "1.0 2 a",
        "1.0 2 a=",
        "1.0 2 =1.0",
        "1.0 2 a=NaN",
        "1.0 2 a=Infinity",
        "1.0 2 a=1.0E999",
        "1.0 2 a=1.0d",
        "1.0 2 a=0x1.0p3",
        "1.0 2 a=1.0 a=1.0",
        "1.0 2 a b=1.0",
        "1.0 2\n",
        "1.0 99999999999999999999"
      })
  void text_ofAnotherForm_isRefused(String text) {
    assertThatThrownBy(() -> ControlState.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: ");
  }

  @Test
  void text_thatIsFarTooLong_isRefusedWithoutRepeatingIt() {
    String text = "1.0 2" + " a=1.0".repeat(10_000);
    assertThatThrownBy(() -> ControlState.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(150));
  }
}
