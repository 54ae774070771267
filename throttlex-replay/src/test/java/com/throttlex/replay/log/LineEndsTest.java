package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of lines: LF, CR and LF, or CR alone. */
class LineEndsTest {
  private static String lines(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(LogTexts.line(i % 3600, "203.0.113.9", "/" + i));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r", "\r\r\n"})
  void lines_withAnyEnds_areAllRead(String end) {
    LogTexts.Read read = LogTexts.read(lines(3000).replace("\n", end));

    assertThat(read.entries()).hasSize(3000);
    assertThat(read.entries().get(2999).request().endpoint()).isEqualTo("/2999");
    assertThat(read.file().lines()).isEqualTo(3000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"time\":1794816062,\"ip\":\"203.0.113.9\"}\r{\"time\":1794816063,\"ip\":\"10.0.0.1\"}",
        "time,ip\r1794816062,203.0.113.9\r1794816063,10.0.0.1\r",
      })
  void jsonAndCsv_withCarriageReturnsAlone_areRead(String text) {
    assertThat(LogTexts.read(text).entries()).hasSize(2);
  }

  @Test
  void carriageReturnInsideALine_breaksTheLine() {
    String two = lines(2);
    LogTexts.Read read = LogTexts.read(lines(3) + two.replaceFirst("\n", "\r") + lines(1));

    assertThat(read.file().lines()).isEqualTo(5);
    assertThat(read.file().requests()).isEqualTo(4);
    assertThat(read.report().brokenLines().get(0).toString())
        .startsWith("file-1:4: a carriage return inside the line");
  }

  @Test
  void carriageReturnAtTheEndOfTheBuffer_endsOneLine() {
    for (int pad = 0; pad < 4; pad++) {
      String line = LogTexts.line(1, "203.0.113.9", "/").replace("\n", "\r\n");
      String wide = line.replace("curl", "x".repeat((1 << 17) - 2 * line.length() + pad));

      assertThat(LogTexts.read(line + wide + line).entries()).hasSize(3);
    }
  }
}
