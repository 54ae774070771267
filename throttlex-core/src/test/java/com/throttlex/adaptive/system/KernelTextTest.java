package com.throttlex.adaptive.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTextTest {
  @ParameterizedTest
  @CsvSource({
    "50000 100000, 0.5",
    "'50000 100000\n', 0.5",
    "'50000 100000\r\n', 0.5",
    "400000 100000, 4",
    "1000 1000000, 0.001",
    "'  150000\t100000 ', 1.5"
  })
  void processors_ofAQuota_areItsPartOfThePeriod(String text, double processors) {
    assertThat(KernelText.processors(text)).hasValue(processors);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max 100000\n",
        "max",
        "",
        "\n",
        "100000",
        "0 100000",
        "100000 0",
        "-1 100000",
        "1 2 3",
        "many few",
        "99999999999999999999 100000",
        "NaN 100000"
      })
  void processors_withoutAQuotaThatCanBeRead_areUnknown(String text) {
    assertThat(KernelText.processors(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "some avg10=12.34 avg60=1.00 avg300=0.50 total=7\nfull avg10=99.00 avg60=0.00\n",
        "full avg10=99.00 avg60=0.00 avg300=0.00 total=0\r\nsome avg10=12.34 avg60=1.00\r\n",
        "some avg60=1.00 avg10=12.34",
        "some avg10=12.34"
      })
  void pressure_ofAFile_isThatOfSomeWorkInTenSeconds(String text) {
    assertThat(KernelText.pressure(text)).hasValue(12.34 / 100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "some",
        "some ",
        "some avg10=",
        "some avg10=much",
        "some avg10=NaN",
        "some avg10=-1.00",
        "some avg10=100.01",
        "some avg60=12.34",
        "full avg10=12.34",
        "something avg10=12.34"
      })
  void pressure_ofAFileThatDoesNotTellIt_isUnknown(String text) {
    assertThat(KernelText.pressure(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'usage_usec 17\nuser_usec 5\n', 17",
    "'user_usec 5\r\nusage_usec 17\r\n', 17",
    "'usage_usec_of_others 3\nusage_usec 0', 0",
    "usage_usec 9223372036854775807, 9223372036854775807"
  })
  void field_thatIsThere_isItsNumber(String text, long number) {
    assertThat(KernelText.field(text, "usage_usec")).hasValue(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "usage_usec",
        "usage_usec ",
        "usage_usec many",
        "usage_usec -4",
        "usage_usec 1.5",
        "usage_usec 9223372036854775808",
        "user_usec 5"
      })
  void field_thatIsNotThereOrNoNumber_isUnknown(String text) {
    assertThat(KernelText.field(text, "usage_usec")).isEmpty();
  }

  @Test
  void number_ofALimit_isUnknownWhenThereIsNone() {
    assertThat(KernelText.number("1048576\r\n")).hasValue(1_048_576);
    assertThat(KernelText.number("max\n")).isEmpty();
    assertThat(KernelText.number("")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0::/, /",
    "'0::/a/b\n', /a/b",
    "'0::/a/b\r\n', /a/b",
    "'4:memory:/elsewhere\n1:cpu:/other\n0::/a:b c\n', /a:b c"
  })
  void groupPath_ofVersionTwo_isWhatFollowsTheNumber(String text, String path) {
    assertThat(KernelText.groupPath(text)).hasValue(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0::", "0::a", "4:memory:/elsewhere\n1:cpu:/", "10::/a", "garbage"})
  void groupPath_withoutVersionTwo_isUnknown(String text) {
    assertThat(KernelText.groupPath(text)).isEmpty();
  }

  @Test
  void text_ofWhatIsNoReadableFile_isEmpty(@TempDir Path folder) throws IOException {
    Path garbage = Files.write(folder.resolve("garbage"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThat(KernelText.of(garbage)).isEmpty();
    assertThat(KernelText.of(folder)).isEmpty();
    assertThat(KernelText.of(folder.resolve("absent"))).isEmpty();
  }
}
