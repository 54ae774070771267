package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationNameTest {
  @Test
  void name_thatWasPrinted_isReadAgain() {
    for (ReservationName name :
        List.of(
            new ReservationName("work", List.of(0)),
            new ReservationName("work", List.of(16383, 1, 12)),
            new ReservationName("", List.of(7)),
            new ReservationName("a@1-2@b", List.of(7)),
            new ReservationName("n".repeat(32), slots(ReservationName.MOST_SLOTS)))) {
      assertThat(ReservationName.parse(name.toString())).isEqualTo(name);
    }
  }

  private static List<Integer> slots(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@",
        "name",
        "name@",
        "name@-1",
        "name@1-",
        "name@1--2",
        "name@x",
        "name@16384",
        "name@000001",
        "name@1-1",
        "name@5-12-5",
        "name@1 ",
        "name@+1",
        "name@1-2-x"
      })
  void text_thatWasNeverGiven_isNoName(String text) {
    assertThat(ReservationName.parse(text)).isNull();
  }

  @Test
  void slots_moreThanARequestCanHave_areNoName() {
    String slots =
        slots(ReservationName.MOST_SLOTS + 1).stream()
            .map(String::valueOf)
            .collect(Collectors.joining("-"));

    assertThat(ReservationName.parse("name@" + slots)).isNull();
  }

  @Test
  void text_ofAMillionParts_isReadWithoutRecursion() {
    assertThat(ReservationName.parse("name@1" + "-1".repeat(1_000_000))).isNull();
    assertThat(ReservationName.parse("@".repeat(1_000_000))).isNull();
  }
}
