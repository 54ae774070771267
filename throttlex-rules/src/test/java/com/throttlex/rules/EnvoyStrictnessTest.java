package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that all problems of a file of Envoy's service are reported at once. */
class EnvoyStrictnessTest {
  @Test
  void everyProblem_isReportedWithItsLine() {
    String text =
        """
        domain: ""
        descriptor: []
        descriptors:
          - value: x
          - key: a
            rate_limit: {unit: fortnight, requests_per_unit: -1}
          - key: a
            rate_limt: {}
            shadow_mode: maybe
          - key: b
            rate_limit: {unit: day, unlimited: true, name: n, replaces: [{name: n}, {name: ""}, {}]}
          - key: c
            descriptors: {key: d}
          - key: e
            rate_limit: 5
          - f
          - {key: g, rate_limit: {requests_per_unit: 1}}
        """;

    String fields =
        "key, value, rate_limit, shadow_mode, quota_mode, detailed_metric, value_to_metric,"
            + " share_threshold, metadata, descriptors";
    String expected =
        """
            1: domain: "" \
            (expected: the name of a domain)
            2: descriptor: unknown key \
            (expected: one of domain, descriptors; did you mean descriptors?)
            4: key: missing \
            (expected: the key of an entry)
            6: rate_limit.unit: "fortnight" \
            (expected: one of second, minute, hour, day, week, month, year)
            6: rate_limit.requests_per_unit: -1 \
            (expected: a whole number from 0 to 4294967295)
            7: key: "a" \
            (expected: a key and value that no other has; the descriptor in line 5 has them)
            8: rate_limt: unknown key \
            (expected: a known name; did you mean rate_limit?)
            9: shadow_mode: "maybe" \
            (expected: true or false)
            11: rate_limit.unit: "day" \
            (expected: none, as the limit is unlimited)
            11: rate_limit.replaces.name: "n" \
            (expected: the name of another limit)
            11: rate_limit.replaces.name: "" \
            (expected: the name of a limit)
            11: rate_limit.replaces.name: missing \
            (expected: the name of a limit)
            13: descriptors: a map \
            (expected: a list of descriptors)
            15: rate_limit: 5 \
            (expected: a map of unit, requests_per_unit, unlimited, name, replaces)
            16: descriptors: "f" \
            (expected: a map of FIELDS)
            17: rate_limit.unit: missing \
            (expected: one of second, minute, hour, day, week, month, year)
            """
            .replace("FIELDS", fields);

    assertThat(problems(text)).containsExactlyElementsOf(expected.lines().toList());
  }

  @ParameterizedTest
  @CsvSource({"'',1: file: empty", "[a],1: file: a list", "x,1: file: \"x\""})
  void file_thatIsNoMap_isRefused(String text, String problem) {
    assertThat(problems(text))
        .containsExactly(problem + " (expected: a map of domain, descriptors)");
  }

  private static List<String> problems(String text) {
    return catchThrowableOfType(InvalidRuleFileException.class, () -> EnvoyRules.parse(text, "f"))
        .problems()
        .stream()
        .map(problem -> problem.toString().substring("f:".length()))
        .toList();
  }
}
