package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.log.LogFileReport;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import io.airlift.compress.zstd.ZstdCompressor;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time and the memory of a replay in the service, whatever the files contain. */
class ReplayBoundsTest {
  private static final RuleBook BOOK =
      RuleFile.parse(
          "version: 1\ndefault-rule: none\nrules: [{id: a, key: [ip], limits: 5/1m}]\n", "rules");

  /** The memory of the decoder of a zstd file. */
  private static final long ZSTD_BYTES = 34L << 20;

  private static ReplayResult run(List<LogSource> logs, BooleanSupplier gone) throws IOException {
    LogOptions usual = LogOptions.DEFAULT;
    LogOptions common =
        new LogOptions("common", usual.mappings(), usual.outOfOrder(), null, null, usual.headers());
    return ReplayRunner.run(logs, common, BOOK, null, ReplayOptions.DEFAULT, gone);
  }

  /** Returns 1 MB of zstd that is 34 GB of zeros: blocks that repeat one byte 131,072 times. */
  private static byte[] bomb() {
    byte[] bytes = new byte[1 << 20];
    byte[] head = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) (13 << 3)};
    System.arraycopy(head, 0, bytes, 0, head.length);
    int block = (131_072 << 3) | (1 << 1);
    for (int i = head.length; i + 4 <= bytes.length; i += 4) {
      bytes[i] = (byte) block;
      bytes[i + 1] = (byte) (block >> 8);
      bytes[i + 2] = (byte) (block >> 16);
      bytes[i + 3] = '0';
    }
    return bytes;
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void smallFileThatBecomesLarge_endsWithTheReplay() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    AtomicLong taken = new AtomicLong();
    LogSource source =
        new LogSource("bomb", 1 << 20, () -> new CountedStream(bomb(), taken, new AtomicInteger()));

    ReplayResult result = run(List.of(source), () -> asked.incrementAndGet() > 50);

    assertThat(result.log().files().get(0).problem()).contains("the replay took longer than 50 s");
    assertThat(taken).as("bytes of the file").hasValueLessThan(1 << 17);
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void manyZstdFilesOfOneTime_areOpenAsMemoryAllows() throws IOException {
    AtomicInteger most = new AtomicInteger();
    AtomicInteger open = new AtomicInteger();
    List<LogSource> sources = new ArrayList<>();
    byte[] file = zstd("203.0.113.9 - - [16/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 1\n");
    for (int i = 0; i < 20; i++) {
      LogSource.Opener opener =
          () -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            return new CountedStream(file, new AtomicLong(), open);
          };
      sources.add(new LogSource("file-" + i, file.length, opener));
    }

    ReplayResult result = run(sources, () -> false);

    long room = Runtime.getRuntime().maxMemory() / 12;
    assertThat((long) most.get()).isBetween(1L, Math.max(2, room / ZSTD_BYTES + 1));
    assertThat(open).hasValue(0);
    for (LogFileReport read : result.log().files()) {
      assertThat(read.requests()).isEqualTo(read.problem() == null ? 100 : 0);
      assertThat(String.valueOf(read.problem())).containsAnyOf("null", "not opened: ");
    }
    assertThat(result.now().totals().requests()).isGreaterThanOrEqualTo(100);
  }

  private static byte[] zstd(String line) {
    byte[] plain = line.repeat(100).getBytes(StandardCharsets.UTF_8);
    ZstdCompressor compressor = new ZstdCompressor();
    byte[] out = new byte[compressor.maxCompressedLength(plain.length)];
    return Arrays.copyOf(out, compressor.compress(plain, 0, plain.length, out, 0, out.length));
  }

  /** A file that counts the bytes that were taken, and is not open after its end. */
  private static final class CountedStream extends FilterInputStream {
    private final AtomicLong taken;
    private final AtomicInteger open;

    CountedStream(byte[] bytes, AtomicLong taken, AtomicInteger open) {
      super(new ByteArrayInputStream(bytes));
      this.taken = taken;
      this.open = open;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = in.read(into, from, length);
      taken.addAndGet(Math.max(0, read));
      return read;
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }
}
