package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdCompressor;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are damaged, foreign or odd: what can be read is read, the rest is reported. */
class BadLogsTest {
  @TempDir Path folder;

  private static void assertSums(LogFileReport file) {
    assertThat(file.requests() + file.broken() + file.blank() + file.header() + file.outside())
        .isEqualTo(file.lines());
  }

  private static String lines(int count) {
    StringBuilder text = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < count; i++) {
      text.append(
          LogTexts.line(i % 3600, "203.0.113." + random.nextInt(250), "/" + random.nextInt()));
    }
    return text.toString();
  }

  @Test
  void truncatedGzip_isReadUpToItsEnd() {
    byte[] whole = LogTexts.gzip(lines(3000));
    LogTexts.Read read =
        LogTexts.readBytes(LogOptions.DEFAULT, Arrays.copyOf(whole, whole.length / 2));

    assertThat(read.entries()).hasSizeBetween(500, 2500);
    assertThat(read.file().compression()).isEqualTo("gzip");
    assertThat(read.file().problem())
        .isEqualTo(
            "line "
                + (read.file().lines() + 1)
                + ": the compressed data ends too early; the file may be truncated");
    assertSums(read.file());
  }

  @Test
  void gzipOfSeveralParts_isReadToItsEnd() {
    byte[] one = LogTexts.gzip(lines(10));
    byte[] both = Arrays.copyOf(one, 2 * one.length);
    System.arraycopy(one, 0, both, one.length, one.length);

    assertThat(LogTexts.readBytes(LogOptions.DEFAULT, both).entries()).hasSize(20);
  }

  private static byte[] zstd(String text) {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    ZstdCompressor compressor = new ZstdCompressor();
    byte[] out = new byte[compressor.maxCompressedLength(plain.length)];
    return Arrays.copyOf(out, compressor.compress(plain, 0, plain.length, out, 0, out.length));
  }

  @Test
  void zstd_isReadToItsEndOrToTheDamage() {
    byte[] whole = zstd(lines(3000));
    byte[] both = Arrays.copyOf(whole, 2 * whole.length);
    System.arraycopy(whole, 0, both, whole.length, whole.length);
    byte[] half = Arrays.copyOf(whole, whole.length / 2);

    assertThat(LogTexts.readBytes(LogOptions.DEFAULT, whole).entries()).hasSize(3000);
    assertThat(LogTexts.readBytes(LogOptions.DEFAULT, both).entries()).hasSize(6000);
    LogTexts.Read cut = LogTexts.readBytes(LogOptions.DEFAULT, half);
    assertThat(cut.file().compression()).isEqualTo("zstd");
    assertThat(cut.file().problem()).endsWith("ends too early; the file may be truncated");
    assertSums(cut.file());
  }

  @Test
  void bytesAfterGzip_areAProblem() {
    byte[] one = LogTexts.gzip(lines(10));
    LogTexts.Read read =
        LogTexts.readBytes(LogOptions.DEFAULT, Arrays.copyOf(one, one.length + 100));

    assertThat(read.entries()).hasSize(10);
    assertThat(read.file().problem()).contains("other bytes after the end of the gzip data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"BZh91AY", "PK\u0003\u0004", "hello\n", "\u0000\u0001\u0002\u0003abc"})
  void foreignFile_isAProblemThatSaysWhatIsExpected(String text) {
    LogTexts.Read read =
        LogTexts.readBytes(LogOptions.DEFAULT, text.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(read.entries()).isEmpty();
    assertThat(read.file().problem()).startsWith("line 1: ").contains("(expected: ");
  }

  @ParameterizedTest
  @CsvSource({"UTF-16, UTF-16", "UTF-16BE, UTF-16", "UTF-32, UTF-32", "UTF-32LE, UTF-32"})
  void otherUnicode_isAProblemThatNamesIt(String encoding, String name) {
    byte[] bytes = lines(3).getBytes(Charset.forName(encoding));

    assertThat(LogTexts.readBytes(LogOptions.DEFAULT, bytes).file().problem())
        .contains("text in " + name + " (expected: UTF-8; iconv -f " + name);
  }

  @Test
  void gzipTruncatedInItsFirstLine_isAProblemThatSaysSo() {
    byte[] whole = LogTexts.gzip(lines(1));

    assertThat(LogTexts.readBytes(LogOptions.DEFAULT, Arrays.copyOf(whole, 30)).file().problem())
        .startsWith("line 1: the compressed data ends too early");
  }

  @Test
  void emptyFile_hasNoLinesAndNoProblem() {
    LogFileReport file = LogTexts.read("").file();

    assertThat(file.lines()).isZero();
    assertThat(file.problem()).isNull();
  }

  @Test
  void fileWithMarkAndWindowsLines_isRead() {
    assertThat(LogTexts.read("\ufeff" + lines(1).replace("\n", "\r\n")).entries()).hasSize(1);
    assertThat(LogTexts.read("\ufefftime;ip;path\r\n1794816062;203.0.113.9;/\r\n").entries())
        .hasSize(1);
  }

  @Test
  void brokenLines_areCountedAndTheFirstTenShown() {
    StringBuilder text = new StringBuilder(lines(5));
    text.append("\n");
    for (int i = 0; i < 12; i++) {
      text.append("broken ").append(i).append('\n');
    }
    text.append(LogTexts.line(1, "203.0.113.9", "/a%2fb"));
    text.append("203.0.113.9 - - [32/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 1\n");
    text.append("203.0.113.9 - - [16/Nov/2026:08:00:00 +0000] \"-\" 408 0\n");
    LogTexts.Read read = LogTexts.read(text + lines(5));

    assertThat(read.entries()).hasSize(10);
    assertThat(read.file().broken()).isEqualTo(15);
    assertThat(read.file().blank()).isEqualTo(1);
    assertThat(read.report().brokenLines()).hasSize(10);
    assertThat(read.report().brokenLines().get(0).toString())
        .startsWith("file-1:7: no ident in: \"broken 0\"");
    assertSums(read.file());
  }

  @Test
  void brokenFirstLine_doesNotHideTheFormat() {
    String json = "{\"time\":1794816062,\"ip\":\"203.0.113.9\"}\n";
    for (String text : List.of("cut\n" + json, "cut\n" + lines(1))) {
      LogFileReport file = LogTexts.read(text).file();

      assertThat(file.requests()).isEqualTo(1);
      assertThat(file.broken()).isEqualTo(1);
    }
  }

  @Test
  void longLine_isBrokenAndThoseAfterItAreRead() {
    LogTexts.Read read = LogTexts.read(lines(1) + "x".repeat(3_000_000) + "\n" + lines(2));

    assertThat(read.entries()).hasSize(3);
    assertThat(read.report().brokenLines()).hasSize(1);
    assertThat(read.report().brokenLines().get(0).line()).isEqualTo(2);
    assertSums(read.file());
  }

  @Test
  void bytesThatAreNotUtf8_breakTheLineOnlyWhereTheyMatter() {
    String text = LogTexts.line(1, "203.0.113.9", "/é") + LogTexts.line(2, "203.0.113.9", "/");
    byte[] bytes = text.replace("curl", "é").getBytes(StandardCharsets.ISO_8859_1);
    LogTexts.Read read = LogTexts.readBytes(LogOptions.DEFAULT, bytes);

    assertThat(read.entries()).hasSize(1);
    assertThat(read.report().brokenLines().get(0).problem()).contains("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"time\":1794816062,\"ip\":\"203.0.113.9\"",
        "{\"time\":1794816062,\"ip\":\"203.0.113.9\"}}",
        "{\"time\":1794816062,\"ip\":tru}",
        "{\"time\":1794816062,\"ip\":[\"203.0.113.9\"}",
        "{\"time\":1794816062 \"ip\":\"203.0.113.9\"}",
        "{\"time\":1794816062,\"ip\":\"2.\\u0\"}",
        "{\"time\":\"soon\",\"ip\":\"203.0.113.9\"}",
        "{\"time\":1794816062,\"priority\":\"urgent\"}",
        "{\"time\":1794816062,\"cost\":-1}",
        "{\"time\":1794816062,\"identifier\":\"a\",\"dimension\":\"COLOR\"}",
        "{\"time\":1794816062,\"cost\":\"many\"}",
        "{\"time\":1794816062,\"msg\":\"started\",\"status\":200,\"duration\":1}",
        "{\"ip\":\"203.0.113.9\"}"
      })
  void malformedJson_isABrokenLine(String line) {
    LogTexts.Read read = LogTexts.read("{\"time\":1794816062,\"user\":\"u\"}\n" + line + "\n");

    assertThat(read.entries()).hasSize(1);
    assertThat(read.report().brokenLines()).hasSize(1);
    assertSums(read.file());
  }

  @Test
  void jsonWithoutAnyMemberOfARequest_isBrokenUnlessItIsARecordedCheck() {
    LogTexts.Read read =
        LogTexts.read(
            """
            {"time":1794816062,"msg":"started"}
            {"time":1794816062,"allowed":false}
            {"time":1794816062,"verdict":"allow","rule":"all"}
            """);

    assertThat(read.entries()).extracting(LogEntry::line).containsExactly(2L, 3L);
    assertThat(read.report().brokenLines().get(0).toString())
        .startsWith("file-1:1: no member of a request in \"{");
  }

  @Test
  void maskedReport_hasReasonsWithoutValues() {
    String secret = "203.0.113.9";
    LogTexts.Read access =
        LogTexts.read(
            lines(1)
                + secret
                + " cut\n"
                + LogTexts.line(1, "10.0.0.1", "/" + secret + "%2fb")
                + secret
                + " - - [32/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 1\n"
                + "10.0.0.1 - - [16/Nov/2026:08:00:00 +0000] \""
                + secret
                + "\" 408 0\n");
    LogTexts.Read json =
        LogTexts.read(
            """
            {"time":1794816062,"ip":"203.0.113.9"
            203.0.113.9
            {"time":1794816062,"cost":"203.0.113.9"}
            {"time":1794816062,"msg":"203.0.113.9"}
            """);
    LogTexts.Read unknown = LogTexts.read(secret + "\n");

    assertThat(access.report().masked().brokenLines())
        .extracting(BrokenLine::problem)
        .containsExactly("no ident", "endpoint", "time", "request");
    assertThat(json.report().masked().brokenLines())
        .extracting(BrokenLine::problem)
        .containsExactly(
            "malformed JSON at character 38",
            "not in the format of the file",
            "cost",
            "no member of a request");
    assertThat(unknown.file().problem()).contains(secret);
    assertThat(unknown.report().masked().files().get(0).problem())
        .startsWith("line 1: format not known (expected: ")
        .doesNotContain(secret);
  }

  @Test
  void randomDamage_neverLosesALine() {
    byte[] text = lines(200).getBytes(StandardCharsets.UTF_8);
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      byte[] damaged = text.clone();
      for (int i = 0; i < 50; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      LogTexts.Read read = LogTexts.readBytes(LogOptions.DEFAULT, damaged);
      long newlines = 0;
      for (byte b : damaged) {
        newlines += b == '\n' ? 1 : 0;
      }
      long rest = damaged[damaged.length - 1] == '\n' ? 0 : 1;

      assertThat(read.file().lines()).as("seed %d", seed).isEqualTo(newlines + rest);
      assertThat(read.entries()).as("seed %d", seed).hasSize((int) read.file().requests());
      assertSums(read.file());
    }
  }

  @Test
  void directoryOrMissingFile_isAnErrorWithItsName() {
    assertThatThrownBy(() -> LogSource.of(folder, "logs"))
        .hasMessage("logs: a directory (expected: a file; name/* lists its files)");
    assertThatThrownBy(() -> LogSource.of(folder.resolve("none"), "none"))
        .hasMessage("none: no such file");
  }
}
