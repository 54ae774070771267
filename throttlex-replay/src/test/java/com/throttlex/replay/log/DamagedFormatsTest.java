package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No line of a damaged log is lost, whatever its format and its compression. */
class DamagedFormatsTest {
  private static final int SEEDS = 60;
  private static final int LINES = 120;

  /**
   * A format.
   *
   * @param option the value of {@code --format}
   * @param header the first line, if the format has one
   * @param line a line, in which # is replaced by a number of two digits
   */
  private record Format(String name, String option, @Nullable String header, String line) {
    @Override
    public String toString() {
      return name;
    }

    byte[] text() {
      StringBuilder text = new StringBuilder(header == null ? "" : header + "\n");
      for (int i = 0; i < LINES; i++) {
        text.append(line.replace("#", String.valueOf(10 + i % 50))).append('\n');
      }
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  static Stream<Format> formats() {
    String common = "203.0.113.# - a# [16/Nov/2026:08:00:# +0000] \"GET /# HTTP/1.1\" 200 17";
    return Stream.of(
        auto("common", common),
        auto("combined", common + " \"-\" \"curl/8 \\\"#\\\"\""),
        auto("vhost", "shop.example:443 " + common + " \"-\" \"curl/8\""),
        auto("checks", "{\"time\":\"2026-11-16T08:00:#Z\",\"user\":\"\\u00e9#\",\"cost\":2}"),
        auto(
            "nginx JSON",
            "{\"msec\":\"1794816#.125\",\"remote_addr\":\"203.0.113.#\","
                + "\"request\":\"GET /# HTTP/1.1\",\"status\":200,\"request_time\":\"0.0#\"}"),
        auto(
            "Caddy JSON",
            "{\"ts\":17948160#.5,\"request\":{\"remote_ip\":\"203.0.113.#\",\"method\":\"GET\","
                + "\"uri\":\"/#?a=b\",\"headers\":{\"User-Agent\":[\"curl\"]}},\"status\":200}"),
        auto(
            "Traefik JSON",
            "{\"StartUTC\":\"2026-11-16T08:00:#Z\",\"ClientHost\":\"203.0.113.#\","
                + "\"RequestMethod\":\"GET\",\"RequestPath\":\"/#\",\"DownstreamStatus\":200}"),
        auto(
            "Envoy JSON",
            "{\"start_time\":\"2026-11-16T08:00:#.000Z\",\"method\":\"GET\",\"path\":\"/#\","
                + "\"downstream_remote_address\":\"203.0.113.#:1234\",\"response_code\":200}"),
        new Format(
            "CSV",
            LogOptions.AUTO,
            "time,user,endpoint",
            "2026-11-16T08:00:#Z,\"a, \"\"#\"\"\",/#"),
        new Format(
            "own fields",
            "$remote_addr [$time_iso8601] \"$request\" $status",
            null,
            "203.0.113.# [2026-11-16T08:00:#+00:00] \"GET /# HTTP/1.1\" 200"));
  }

  private static Format auto(String name, String line) {
    return new Format(name, LogOptions.AUTO, null, line);
  }

  private static LogOptions options(Format format) {
    LogOptions usual = LogOptions.DEFAULT;
    return new LogOptions(
        format.option, usual.mappings(), usual.outOfOrder(), null, null, usual.headers());
  }

  /** Returns a text with some bytes overwritten, ranges left out or repeated, or its end cut. */
  private static byte[] damaged(byte[] text, Random random) {
    byte[] damaged = text;
    for (int i = random.nextInt(20); i >= 0 && damaged.length > 1; i--) {
      int from = random.nextInt(damaged.length);
      int to = Math.min(damaged.length, from + random.nextInt(80));
      damaged =
          switch (random.nextInt(5)) {
            case 0 -> joined(damaged, 0, from, damaged, to, damaged.length);
            case 1 -> joined(damaged, 0, to, damaged, from, damaged.length);
            case 2 -> random.nextInt(8) == 0 ? Arrays.copyOf(damaged, from) : damaged;
            default -> overwritten(damaged, from, random);
          };
    }
    return damaged;
  }

  private static byte[] overwritten(byte[] text, int at, Random random) {
    byte[] odd = {'"', '\\', '{', '}', '[', ']', ',', ' ', '\r', '\n', 0, (byte) 0xff};
    byte[] other = text.clone();
    other[at] = random.nextBoolean() ? odd[random.nextInt(odd.length)] : (byte) random.nextInt();
    return other;
  }

  private static byte[] joined(byte[] a, int fromA, int toA, byte[] b, int fromB, int toB) {
    byte[] all = new byte[toA - fromA + toB - fromB];
    System.arraycopy(a, fromA, all, 0, toA - fromA);
    System.arraycopy(b, fromB, all, toA - fromA, toB - fromB);
    return all;
  }

  /** Returns the number of lines as {@code awk 'END {print NR}'} does. */
  private static long lines(byte[] text) {
    long ends = 0;
    for (byte b : text) {
      ends += b == '\n' ? 1 : 0;
    }
    return text.length == 0 || text[text.length - 1] == '\n' ? ends : ends + 1;
  }

  @ParameterizedTest
  @MethodSource("formats")
  void damagedText_isCountedLineByLine(Format format) {
    byte[] text = format.text();
    long requests = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      byte[] damaged = damaged(text, new Random(seed));
      LogFileReport file = read(format, damaged, "seed " + seed);
      if (file.problem() == null) {
        assertThat(file.lines()).as("seed %d", seed).isEqualTo(lines(damaged));
      }
      requests += file.requests();
    }
    assertThat(requests).as("requests of all seeds").isGreaterThan((long) SEEDS * LINES / 3);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void damagedCompression_keepsItsSums(Format format) {
    String text = new String(format.text(), StandardCharsets.UTF_8);
    for (byte[] whole : List.of(LogTexts.gzip(text), CompressedLogsTest.zstd(text))) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        byte[] damaged = Arrays.copyOf(whole, whole.length - random.nextInt(whole.length / 4));
        for (int i = random.nextInt(3); i > 0; i--) {
          damaged[4 + random.nextInt(damaged.length - 4)] = (byte) random.nextInt();
        }
        LogFileReport file = read(format, damaged, whole[0] + ", seed " + seed);
        boolean isWhole = damaged.length == whole.length && Arrays.equals(damaged, whole);
        assertThat(isWhole && file.problem() != null).as("seed %d", seed).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void wholeText_isReadCompletely(Format format) {
    LogFileReport file = read(format, format.text(), "whole");
    assertThat(file.requests()).isEqualTo(LINES);
    assertThat(file.broken()).isZero();
    assertThat(file.problem()).isNull();
  }

  private static LogFileReport read(Format format, byte[] bytes, String what) {
    LogTexts.Read read = LogTexts.readBytes(options(format), bytes);
    LogFileReport file = read.file();
    assertThat(read.entries()).as(what).hasSize((int) file.requests());
    assertThat(file.requests() + file.broken() + file.blank() + file.header() + file.outside())
        .as(what)
        .isEqualTo(file.lines());
    return file;
  }
}
