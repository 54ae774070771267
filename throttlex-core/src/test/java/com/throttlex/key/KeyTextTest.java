package com.throttlex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; ''",
        "u-42; u-42",
        "/api/v1/orders; /api/v1/orders",
        "100%; 100%25",
        "a|b=c; a%7Cb%3Dc",
        "%7C; %257C",
        "a b; a b",
        "äöü €; äöü €",
        "😀; 😀",
        "{}.:_#&?; {}.:_#&?",
      })
  void escape_ofText_escapesOnlySeparatorsAndPercent(String value, String escaped) {
    assertThat(KeyText.escape(value)).isEqualTo(escaped);
    assertThat(KeyText.unescape(escaped)).isEqualTo(value);
  }

  static Stream<Arguments> unprintable() {
    return Stream.of(
        Arguments.of("\0", "%00"),
        Arguments.of("a\nb", "a%0Ab"),
        Arguments.of("\u007f", "%7F"),
        Arguments.of("\u0080", "%C2%80"),
        Arguments.of("\u009f\u00a0", "%C2%9F\u00a0"),
        Arguments.of("\ud800", "%ED%A0%80"),
        Arguments.of("\udfff", "%ED%BF%BF"),
        Arguments.of("\udc00\ud800", "%ED%B0%80%ED%A0%80"),
        Arguments.of("\ud83d\ude00\ude00", "\ud83d\ude00%ED%B8%80"),
        Arguments.of("\ud83d\ud83d\ude00", "%ED%A0%BD\ud83d\ude00"));
  }

  @ParameterizedTest
  @MethodSource("unprintable")
  void escape_ofControlCharactersAndLoneSurrogates_escapesThem(String value, String escaped) {
    assertThat(KeyText.escape(value)).isEqualTo(escaped);
    assertThat(KeyText.unescape(escaped)).isEqualTo(value);
  }

  @Test
  void unescape_ofEveryEscapedCharacter_givesItBack() {
    for (int c = Character.MIN_VALUE; c <= Character.MAX_VALUE; c++) {
      String value = "a" + (char) c + "%" + (char) c;
      assertThat(KeyText.unescape(KeyText.escape(value))).isEqualTo(value);
    }
  }

  @Test
  void escape_ofDifferentValues_givesDifferentTexts() {
    Random random = new Random(3);
    String alphabet = "%|=7CcD2A5\0\n\u0080\ud800\udc00\ude00Ma ";
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      StringBuilder value = new StringBuilder();
      int length = random.nextInt(7);
      for (int j = 0; j < length; j++) {
        value.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String escaped = KeyText.escape(value.toString());
      assertThat(escaped).doesNotContain("|", "=", "\0", "\n");
      assertThat(values.merge(escaped, value.toString(), (old, same) -> old))
          .isEqualTo(value.toString());
      assertThat(KeyText.unescape(escaped)).isEqualTo(value.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "a%",
        "%4",
        "%zz",
        "%7",
        "%7c",
        "%41",
        "%20",
        "|",
        "=",
        "a=b",
        "\n",
        "\ud800",
        "%C2",
        "%C2%",
        "%C2%8",
        "%C2%A0",
        "%C3%A4",
        "%C0%80",
        "%80",
        "%BF%80",
        "%ED%A0",
        "%ED%A0%80%ED%B0%80",
        "%E2%82%AC",
        "%F0%9F%98%80",
        "%FF%FF%FF",
        "%\uff10\uff10",
        "%-1",
        "%+1",
        "%25%"
      })
  void unescape_ofTextThatEscapeNeverGives_isAnErrorNamingTheText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyText.unescape(text))
        .withMessage(
            "key: \""
                + text
                + "\" (expected: %, |, = and control characters as %XX, nothing else)");
  }

  @Test
  void unescape_ofRandomText_isAnErrorOrEscapesBackToTheSame() {
    Random random = new Random(4);
    int read = 0;
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(8);
      for (int j = 0; j < length; j++) {
        text.append("%|=7CcD2A5E08F\u0080".charAt(random.nextInt(15)));
      }
      try {
        assertThat(KeyText.escape(KeyText.unescape(text.toString()))).isEqualTo(text.toString());
        read++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("key: ");
      }
    }

    assertThat(read).isGreaterThan(2_500);
  }
}
