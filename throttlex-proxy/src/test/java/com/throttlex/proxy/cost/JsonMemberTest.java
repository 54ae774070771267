package com.throttlex.proxy.cost;

import static com.throttlex.proxy.cost.CostReading.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.CostText;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the member of a JSON text is found, however the text is split. */
class JsonMemberTest {
  private static final List<String> USAGE = List.of("usage", "total_tokens");

  private static long read(String text, List<String> path, int... cuts) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    JsonMember member = new JsonMember(path);
    int from = 0;
    for (int cut : cuts) {
      member.read(bytes, from, cut);
      from = cut;
    }
    member.read(bytes, from, bytes.length);
    member.end();
    return member.cost();
  }

  /** Reads the text whole, split at every byte, and byte by byte; all must agree. */
  private static long readEverySplit(String text, List<String> path) {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    long whole = read(text, path);
    for (int cut = 0; cut <= length; cut++) {
      assertThat(read(text, path, cut)).as("%s split at %s", text, cut).isEqualTo(whole);
    }
    int[] all = new int[length];
    Arrays.setAll(all, i -> i);
    assertThat(read(text, path, all)).as("%s byte by byte", text).isEqualTo(whole);
    return whole;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"usage\":{\"total_tokens\":42}}; 42",
        "{\"a\":[{\"usage\":{\"total_tokens\":1}}],\"usage\":{\"total_tokens\":42}}; 42",
        "{\"usage\":{\"x\":{\"total_tokens\":1},\"total_tokens\" : 42 , \"y\":2}}; 42",
        "{\"usage\":{\"total_tokens\":1},\"usage\":{\"total_tokens\":42}}; 42",
        "{\"usage\":{\"total_tokens\":1,\"total_tokens\":42}}; 42",
        "{\"\\u0075sage\":{\"total_\\u0074okens\":42}}; 42",
        "{\"s\":\"\\\"usage\\\":{\\\"total_tokens\\\":1\",\"usage\":{\"total_tokens\":42}}; 42",
        "{\"usage\":{\"total_tokens\":4.2e1}}; 42",
        "{\"usage\":{\"total_tokens\":41.01}}; 42",
        "{\"usage\":{\"total_tokens\":0}}; 0",
        "{\"usage\":{\"total_tokens\":42; 42"
      })
  void member_thatIsThere_isFound(String text, long cost) {
    assertThat(readEverySplit(text, USAGE)).isEqualTo(cost);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{}",
        "[]",
        "42",
        "\"usage\"",
        "{\"usage\":42}",
        "{\"usage\":null}",
        "{\"usage\":[{\"total_tokens\":42}]}",
        "[{\"usage\":{\"total_tokens\":42}}]",
        "{\"total_tokens\":42}",
        "{\"usage\":{\"total_tokens\":\"42\"}}",
        "{\"usage\":{\"total_tokens\":null}}",
        "{\"usage\":{\"total_tokens\":true}}",
        "{\"usage\":{\"total_tokens\":[42]}}",
        "{\"usage\":{\"total_tokens\":{\"total_tokens\":42}}}",
        "{\"usage\":{\"total_tokens\":-1}}",
        "{\"usage\":{\"total_tokens\":1000000000000001}}",
        "{\"usage\":{\"total_tokens\":1e999999999}}",
        "{\"usage\":{\"total_tokens\":11111111111111111111111111111111111111111111111}}",
        "{\"usage\":{\"total_tokens\":42},\"usage\":{}}",
        "{\"usage\":{\"total_tokens\":42,\"total_tokens\":null}}",
        "{\"Usage\":{\"total_tokens\":42}}",
        "{\"usage\":{\"total_token\":42}}",
        "{\"usage\":{\"total_tokens2\":42}}",
        "[DONE]"
      })
  void member_thatIsMissingOrNoCost_isUnknown(String text) {
    assertThat(readEverySplit(text, USAGE)).isEqualTo(UNKNOWN);
  }

  @Test
  void text_thatIsDeeperThanAllowed_isUnknown() {
    String deep = "[".repeat(JsonMember.DEEPEST + 1) + "]".repeat(JsonMember.DEEPEST + 1);
    String text = "{\"usage\":{\"total_tokens\":42},\"x\":" + deep + "}";
    assertThat(read(text, USAGE)).isEqualTo(UNKNOWN);
    String fine = "[".repeat(JsonMember.DEEPEST - 1) + "]".repeat(JsonMember.DEEPEST - 1);
    assertThat(read("{\"x\":" + fine + ",\"usage\":{\"total_tokens\":42}}", USAGE)).isEqualTo(42);
  }

  @Test
  void randomJson_splitAnywhere_equalsAWholeParse() {
    Random random = new Random(18);
    int found = 0;
    for (int i = 0; i < 2_000; i++) {
      RandomJson json = new RandomJson(random);
      String text = json.text();
      List<String> path = random.nextBoolean() ? json.path() : some(text, random);
      long expected = parsed(text, path);
      found += expected == UNKNOWN ? 0 : 1;
      assertThat(readEverySplit(text, path)).as("%s in %s", path, text).isEqualTo(expected);
    }
    assertThat(found).isBetween(300, 1_900);
  }

  /** Returns a path that the text has. */
  private static List<String> some(String text, Random random) {
    List<String> path = new ArrayList<>();
    Object value = Json.decodeValue(text);
    while (value instanceof JsonObject object && !object.isEmpty()) {
      List<String> names = List.copyOf(object.fieldNames());
      path.add(names.get(random.nextInt(names.size())));
      value = object.getValue(path.get(path.size() - 1));
    }
    return path.isEmpty() ? List.of("a") : path;
  }

  /** Returns the cost as a parser of the whole text finds it. */
  private static long parsed(String text, List<String> path) {
    Object value = Json.decodeValue(text);
    for (String name : path) {
      value = value instanceof JsonObject object ? object.getValue(name) : null;
    }
    return value instanceof Number number ? CostText.parse(number.toString()) : UNKNOWN;
  }
}
