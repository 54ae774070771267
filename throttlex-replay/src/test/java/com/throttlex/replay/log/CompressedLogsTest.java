package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.zstd.ZstdCompressor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compressed files that are damaged, or made of several parts. */
class CompressedLogsTest {
  private static String lines(int count) {
    StringBuilder text = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < count; i++) {
      text.append(
          LogTexts.line(i % 3600, "203.0.113." + random.nextInt(250), "/" + random.nextInt()));
    }
    return text.toString();
  }

  static byte[] zstd(String text) {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    ZstdCompressor compressor = new ZstdCompressor();
    byte[] out = new byte[compressor.maxCompressedLength(plain.length)];
    return Arrays.copyOf(out, compressor.compress(plain, 0, plain.length, out, 0, out.length));
  }

  private static byte[] joined(byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** Damages some bytes; the first four stay, so that the compression is found. */
  private static byte[] damaged(byte[] whole, long seed) {
    Random random = new Random(seed);
    byte[] damaged = whole.clone();
    for (int i = random.nextInt(6); i >= 0; i--) {
      damaged[4 + random.nextInt(damaged.length - 4)] = (byte) random.nextInt();
    }
    return damaged;
  }

  private static void assertOnlyTheFirstFails(byte[] first, String what) {
    byte[] other = lines(20).getBytes(StandardCharsets.UTF_8);
    LogTexts.Read read = LogTexts.readBytes(LogOptions.DEFAULT, first, other);

    assertThat(read.entries().stream().filter(entry -> entry.file() == 1)).as(what).hasSize(20);
    for (LogFileReport file : read.report().files()) {
      assertThat(file.requests() + file.broken() + file.blank()).as(what).isEqualTo(file.lines());
    }
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void damagedZstd_endsItsFileAndNoOther() {
    byte[] whole = zstd(lines(300));
    for (long seed = 0; seed < 400; seed++) {
      assertOnlyTheFirstFails(damaged(whole, seed), "seed " + seed);
    }
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void damagedHeadOfZstd_endsItsFileAndNoOther() {
    byte[] whole = zstd(lines(30));
    for (int at = 4; at < 20; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] damaged = whole.clone();
        damaged[at] = (byte) value;
        assertOnlyTheFirstFails(damaged, at + " is " + value);
      }
    }
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void damagedGzip_endsItsFileAndNoOther() {
    byte[] whole = LogTexts.gzip(lines(300));
    for (long seed = 0; seed < 400; seed++) {
      assertOnlyTheFirstFails(damaged(whole, seed), "seed " + seed);
    }
  }

  @Test
  void foreignFrameBehindZstd_isAProblemOfTheFileAlone() {
    byte[] foreign = "no frame at all, but long enough".getBytes(StandardCharsets.UTF_8);
    byte[] first = joined(zstd(lines(10)), foreign);
    LogTexts.Read read = LogTexts.readBytes(LogOptions.DEFAULT, first);

    assertThat(read.entries()).hasSize(10);
    assertThat(read.file().problem()).startsWith("line 11: malformed zstd data: ");
    assertOnlyTheFirstFails(first, "foreign frame");
  }

  /** The readable lines before the damage are those of a program that reads byte by byte. */
  @Test
  void linesBeforeTheDamage_areRead() {
    byte[] first = zstd(lines(1000));
    byte[] bad = zstd(lines(1000));
    Arrays.fill(bad, 20, 200, (byte) 0xff);
    LogTexts.Read zstd = LogTexts.readBytes(LogOptions.DEFAULT, joined(first, bad));
    byte[] gzip = LogTexts.gzip(lines(5000));
    Arrays.fill(gzip, gzip.length / 2, gzip.length / 2 + 200, (byte) 0xff);
    LogTexts.Read half = LogTexts.readBytes(LogOptions.DEFAULT, gzip);

    assertThat(zstd.entries()).hasSize(1000);
    assertThat(zstd.file().problem()).contains("malformed zstd data");
    assertThat(half.entries()).hasSizeBetween(2300, 2700);
    assertThat(half.file().problem()).isNotNull();
  }

  /** 20 KB that want 2 GB of memory. */
  @Test
  void windowThatIsTooLarge_isAProblemBeforeItIsAllocated() {
    byte[] head = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) (21 << 3)};
    byte[] bomb = new byte[20_000];
    for (int i = 0; i + 4 <= bomb.length; i += 4) {
      int block = (131_072 << 3) | (1 << 1); // the next byte, 131,072 times
      bomb[i] = (byte) block;
      bomb[i + 1] = (byte) (block >> 8);
      bomb[i + 2] = (byte) (block >> 16);
      bomb[i + 3] = '0';
    }
    byte[] usual = zstd(lines(10));
    LogTexts.Read first = LogTexts.readBytes(LogOptions.DEFAULT, joined(head, bomb));
    LogTexts.Read later = LogTexts.readBytes(LogOptions.DEFAULT, joined(usual, head, bomb));

    assertThat(first.file().problem())
        .contains("zstd with a window of 2147483648 bytes (expected: at most ");
    assertThat(later.entries()).hasSize(10);
    assertThat(later.file().problem()).contains("(expected: at most 8388608, as zstd -19");
  }

  @Test
  void emptyPartsOfGzip_inAnyNumber_endTheFileWithAReason() {
    byte[] empty = LogTexts.gzip("");
    byte[] many = new byte[200_000 * empty.length];
    for (int i = 0; i < many.length; i++) {
      many[i] = empty[i % empty.length];
    }
    byte[] first = joined(LogTexts.gzip(lines(10)), many);
    LogTexts.Read read = LogTexts.readBytes(LogOptions.DEFAULT, first);

    assertThat(read.entries()).hasSize(10);
    assertThat(read.file().problem()).contains("too many empty parts of gzip data");
    assertOnlyTheFirstFails(first, "empty parts");
  }

  @Test
  void skippableFramesOfZstd_areSkipped() {
    byte[] skippable = {0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4};
    byte[] one = zstd(lines(10));
    byte[] pzstd = joined(skippable, one, skippable, one, skippable);
    LogTexts.Read read = LogTexts.readBytes(LogOptions.DEFAULT, pzstd);

    assertThat(read.file().problem()).isNull();
    assertThat(read.file().compression()).isEqualTo("zstd");
    assertThat(read.entries()).hasSize(20);
  }
}
