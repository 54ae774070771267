package com.throttlex.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.store.MemoryStore;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.local.LocalBucketBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules of docs/MIGRATION.md decide like the buckets of Bucket4j that they replace. */
class Bucket4jMigrationTest {
  private static final Path PAGE = Path.of("..", "docs", "MIGRATION.md");
  private static final Path SOURCE =
      Path.of("src/test/java", Bucket4jMigrationTest.class.getName().replace('.', '/') + ".java");
  private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");
  private static final int ARRIVALS = 20_000;

  private final Clock clock = new Clock();

  /** The clock of both sides. */
  private static final class Clock implements TimeSource, TimeMeter {
    private long nanos = START.getEpochSecond() * 1_000_000_000L;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void sleep(long nanos) {
      this.nanos += nanos;
    }

    @Override
    public long currentTimeNanos() {
      return nanos;
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }

  private static String block(String name) throws IOException {
    Matcher block =
        Pattern.compile("```" + name + "\\n((?s).*?)```").matcher(Files.readString(PAGE));
    assertThat(block.find()).as(name).isTrue();
    return block.group(1);
  }

  private void assertSameVerdicts(Bucket bucket, String rules, int longestGapMillis) {
    RuleBook book = RuleFile.parse(rules, "rules.yml");
    Random random = new Random(8);
    int allowed = 0;
    try (ThrottleX throttlex = ThrottleX.of(book, new MemoryStore(), clock)) {
      for (int i = 0; i < ARRIVALS; i++) {
        clock.sleep((long) (random.nextDouble() * longestGapMillis * 1_000_000));
        int cost = 1 + random.nextInt(4);
        boolean expected = bucket.tryConsume(cost);
        RequestContext request = RequestContext.builder().user("u").cost(cost).build();
        assertThat(throttlex.check(request).allowed()).as("arrival %s", i).isEqualTo(expected);
        allowed += expected ? 1 : 0;
      }
    }
    assertThat(allowed).isBetween(ARRIVALS / 10, ARRIVALS * 9 / 10);
  }

  @Test
  void rule_ofThePage_decidesLikeTheBandwidthsOfThePage() throws IOException {
    Bandwidth perSecond =
        Bandwidth.builder().capacity(20).refillGreedy(10, Duration.ofSeconds(1)).build();
    Bandwidth perMinute =
        Bandwidth.builder().capacity(300).refillGreedy(300, Duration.ofMinutes(1)).build();
    LocalBucketBuilder builder = Bucket.builder().addLimit(perSecond).addLimit(perMinute);

    assertSameVerdicts(builder.withCustomTimePrecision(clock).build(), block("yaml bucket4j"), 800);
  }

  @Test
  void code_ofThePage_isThatOfTheTest() throws IOException {
    String source = Files.readString(SOURCE).replaceAll("\\s+", " ");

    assertThat(source).contains(block("java bucket4j").strip().replaceAll("\\s+", " "));
  }

  @Test
  void fixedWindow_decidesLikeABandwidthThatIsRefilledAtWholeMinutes() {
    Bandwidth aligned =
        Bandwidth.builder()
            .capacity(50)
            .refillIntervallyAligned(50, Duration.ofMinutes(1), START.plusSeconds(60))
            .build();
    String rule =
        "{version: 1, default-rule: none,"
            + " rules: [{id: api, key: [user], limits: 50/1m, algorithm: fixed-window}]}";

    assertSameVerdicts(
        Bucket.builder().addLimit(aligned).withCustomTimePrecision(clock).build(), rule, 3_000);
  }
}
