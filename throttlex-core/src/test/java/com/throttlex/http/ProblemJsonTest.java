package com.throttlex.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemJsonTest {
  private static final long NOW = 1_790_000_000_123_456_789L;

  @Test
  void body_hasTheDocumentedMembersInOrder() {
    assertThat(ProblemJson.body(400, "cost: -1 (expected: 0 or more)", NOW))
        .isEqualTo(
            """
            {"type":"about:blank","title":"Bad Request","status":400,\
            "detail":"cost: -1 (expected: 0 or more)","error":"Bad Request",\
            "message":"cost: -1 (expected: 0 or more)","timestamp":"2026-09-21T14:13:20.123Z"}""");
  }

  @Test
  void body_of503_hasTheRegisteredType() {
    assertThat(ProblemJson.body(503, "The store does not answer.", 0))
        .isEqualTo(
            """
            {"type":"https://iana.org/assignments/http-problem-types#temporary-reduced-capacity",\
            "title":"Temporary Reduced Capacity","status":503,\
            "detail":"The store does not answer.","error":"Service Unavailable",\
            "message":"The store does not answer.","timestamp":"1970-01-01T00:00:00Z"}""");
  }

  @Test
  void body_ofSeveralProblems_listsThem() {
    assertThat(ProblemJson.body(422, "2 problems", NOW, List.of("a \"b\"", "c")))
        .endsWith("Z\",\"problems\":[\"a \\\"b\\\"\",\"c\"]}");
    assertThat(ProblemJson.body(422, "none", NOW, List.of())).doesNotContain("problems");
  }

  @ParameterizedTest
  @CsvSource({
    "401, Unauthorized",
    "404, Not Found",
    "412, Precondition Failed",
    "422, Unprocessable Content",
    "429, Too Many Requests",
    "500, Internal Server Error",
    "418, Client Error",
    "599, Server Error"
  })
  void body_namesTheStatus(int status, String phrase) {
    assertThat(StrictJson.object(ProblemJson.body(status, "x", NOW)))
        .containsEntry("title", phrase)
        .containsEntry("error", phrase)
        .containsEntry("status", (long) status);
  }

  @Test
  void body_ofAnyText_parsesBack() {
    for (int seed = 0; seed < 3_000; seed++) {
      String detail = text(new Random(seed));
      Map<String, Object> body =
          StrictJson.object(ProblemJson.body(400, detail, NOW, List.of(detail, "", detail)));
      assertThat(body)
          .as("seed %d", seed)
          .containsEntry("detail", detail)
          .containsEntry("problems", List.of(detail, "", detail));
    }
  }

  /** Any characters, with many troublesome ones. */
  private static String text(Random random) {
    String trouble = "\"\\/{}[]:,\u0000\b\f\n\r\t\u001f\u007f\u2028\ud800\udbff\udc00\udfff";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      text.append(
          random.nextBoolean()
              ? trouble.charAt(random.nextInt(trouble.length()))
              : (char) random.nextInt(0x10000));
    }
    return text.toString();
  }
}
