package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.shared.SplitReservation.Place;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitReservationTest {
  @Test
  void text_ofNames_beginsWithWhatTheyShare() {
    SplitReservation split =
        new SplitReservation(List.of(new Place("3w5e", "work-0"), new Place("1zq8", "work-1")));
    assertThat(split).hasToString("work-01@1.3w5e-1.1zq8");
    assertThat(SplitReservation.of("3w5e", "work@5798")).hasToString("work@5798@0.3w5e");
  }

  @Test
  void names_whateverIsInThem_areReadAsTheyWere() {
    Random random = new Random(3);
    for (int i = 0; i < 5_000; i++) {
      List<Place> places =
          IntStream.range(0, 1 + random.nextInt(4))
              .mapToObj(p -> new Place(Long.toUnsignedString(random.nextLong(), 36), name(random)))
              .toList();
      SplitReservation split = new SplitReservation(places);
      assertThat(SplitReservation.parse(split.toString())).isEqualTo(split);
    }
  }

  private static String name(Random random) {
    String signs = "a@.-0\n%~é";
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      name.append(signs.charAt(random.nextInt(signs.length())));
    }
    return name.toString();
  }

  @Test
  void text_thatWasNeverGiven_isNone() {
    String many = "-999999.a".repeat(255);
    for (String text :
        List.of("", "work", "work@", "work@5.a", "work@0.A", "@", "a@-1.b", "a@999999.a" + many)) {
      assertThat(SplitReservation.parse(text)).as(text).isNull();
    }
    assertThat(SplitReservation.parse("x@" + "0.a-".repeat(100_000) + "0.a")).isNull();
  }
}
