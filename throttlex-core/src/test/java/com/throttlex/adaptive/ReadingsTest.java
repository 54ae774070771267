package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingsTest {
  @ParameterizedTest
  @CsvSource({
    "CPU, NaN, cpu: NaN",
    "CPU, -0.1, cpu: -0.1",
    "CPU, 101, cpu: 101.0",
    "ERROR_RATE, 1.01, error-rate: 1.01",
    "MEMORY, 2, memory: 2.0",
    "DOWNSTREAM, Infinity, downstream: Infinity",
    "QUEUE_DEPTH, -1, queue-depth: -1.0",
    "RESPONSE_TIME, 1e10, response-time: 1.0E10",
    "RESPONSE_TIME, -Infinity, response-time: -Infinity"
  })
  void reading_ofAnImpossibleValue_isRefusedByName(Signal signal, double value, String named) {
    assertThatThrownBy(() -> Readings.of(Map.of(signal, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(named)
        .hasMessageContaining("expected: a number from 0 to ");
  }

  @ParameterizedTest
  @CsvSource({"CPU, 0", "CPU, 100", "ERROR_RATE, 1", "QUEUE_DEPTH, 1e9", "RESPONSE_TIME, 0.5"})
  void reading_ofAPossibleValue_isKept(Signal signal, double value) {
    assertThat(Readings.of(Map.of(signal, value)).value(signal)).hasValue(value);
  }
}
