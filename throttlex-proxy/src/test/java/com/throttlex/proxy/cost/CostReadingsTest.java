package com.throttlex.proxy.cost;

import static com.throttlex.proxy.cost.CostReading.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.AnswerCost.Kind;
import com.throttlex.rule.AnswerCost.OnOverrun;
import io.vertx.core.MultiMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how the cost of an answer is found by its head. */
class CostReadingsTest {
  private static final AnswerCost TOKENS =
      new AnswerCost(Kind.JSON, "usage.total_tokens", OnOverrun.FINISH);
  private static final byte[] BODY =
      "{\"usage\":{\"total_tokens\":42}}".getBytes(StandardCharsets.UTF_8);

  private static long read(AnswerCost part, MultiMap headers, byte[] body, int step) {
    CostReading reading = CostReadings.of(part, headers);
    for (int i = 0; i < body.length; i += step) {
      reading.read(body, i, Math.min(body.length, i + step));
    }
    reading.end();
    return reading.cost();
  }

  private static MultiMap headers(String... namesAndValues) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }

  private static byte[] zipped(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, 42",
    "application/json; charset=utf-8, 42",
    "APPLICATION/JSON, 42",
    "application/problem+json, 42",
    "text/plain, -1",
    "application/octet-stream, -1"
  })
  void jsonCost_isReadFromJsonOnly(String type, long cost) {
    assertThat(read(TOKENS, headers("Content-Type", type), BODY, 7)).isEqualTo(cost);
    assertThat(read(TOKENS, headers(), BODY, 7)).as("without a type").isEqualTo(UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "' 7 ', 7",
    "7.2, 8",
    "0, 0",
    "-1, -1",
    "seven, -1",
    "'', -1",
    "1000000000000000, 1000000000000000",
    "1000000000000001, -1",
    "1e99999999, -1",
    "0x10, -1",
    "NaN, -1"
  })
  void headerCost_isAWholeNumberRoundedUpOrUnknown(String value, long cost) {
    AnswerCost part = new AnswerCost(Kind.HEADER, "X-Cost", OnOverrun.FINISH);
    assertThat(read(part, headers("x-cost", value), BODY, 9)).isEqualTo(cost);
  }

  @Test
  void headerCost_thatIsMissingOrTwiceThere_isUnknown() {
    AnswerCost part = new AnswerCost(Kind.HEADER, "X-Cost", OnOverrun.FINISH);
    assertThat(read(part, headers(), BODY, 9)).isEqualTo(UNKNOWN);
    assertThat(read(part, headers("X-Cost", "1", "X-Cost", "2"), BODY, 9)).isEqualTo(UNKNOWN);
  }

  @Test
  void byteCost_isTheLengthOfTheBodyAsItIsSent() {
    AnswerCost part = new AnswerCost(Kind.BYTES, AnswerCost.RESPONSE, OnOverrun.FINISH);
    byte[] zipped = zipped(BODY);
    assertThat(read(part, headers("Content-Encoding", "gzip"), zipped, 3)).isEqualTo(zipped.length);
  }

  @Test
  void zippedJson_splitAnywhere_isRead() {
    MultiMap head = headers("Content-Type", "application/json", "Content-Encoding", "gzip");
    byte[] zipped = zipped(BODY);
    for (int step = 1; step <= zipped.length; step++) {
      assertThat(read(TOKENS, head, zipped, step)).as("in pieces of %s", step).isEqualTo(42);
    }
  }

  @Test
  void zippedJson_withEveryPartOfAHeaderAndSeveralMembers_isRead() throws IOException {
    byte[] zipped = zipped(Arrays.copyOf(BODY, 10));
    byte[] rest = zipped(Arrays.copyOfRange(BODY, 10, BODY.length));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(new byte[] {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 0});
    all.write(new byte[] {3, 0, 'x', 'y', 'z'});
    all.write("name\0comment\0".getBytes(StandardCharsets.US_ASCII));
    all.write(new byte[] {1, 2});
    all.write(zipped, 10, zipped.length - 10);
    all.write(rest);
    MultiMap head = headers("Content-Type", "application/json", "Content-Encoding", "x-gzip");
    for (int step = 1; step <= all.size(); step++) {
      assertThat(read(TOKENS, head, all.toByteArray(), step)).as("by %s", step).isEqualTo(42);
    }
  }

  @Test
  void zippedJson_thatIsBroken_endsQuietly() {
    MultiMap head = headers("Content-Type", "application/json", "Content-Encoding", "gzip");
    assertThat(read(TOKENS, head, BODY, 4)).as("not gzip").isEqualTo(UNKNOWN);
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      byte[] zipped = zipped(BODY);
      zipped[random.nextInt(zipped.length)] = (byte) random.nextInt();
      assertThat(read(TOKENS, head, zipped, 1 + random.nextInt(9))).isGreaterThanOrEqualTo(UNKNOWN);
    }
  }

  @Test
  void otherEncoding_leavesTheCostUnknown() {
    MultiMap head = headers("Content-Type", "application/json", "Content-Encoding", "br");
    assertThat(read(TOKENS, head, BODY, 5)).isEqualTo(UNKNOWN);
    MultiMap plain = headers("Content-Type", "application/json", "Content-Encoding", "identity");
    assertThat(read(TOKENS, plain, BODY, 5)).isEqualTo(42);
  }
}
