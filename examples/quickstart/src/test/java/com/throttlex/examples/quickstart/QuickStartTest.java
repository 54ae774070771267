package com.throttlex.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class QuickStartTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final QuickStart program =
      new QuickStart(new PrintStream(printed, true, StandardCharsets.UTF_8));

  @Test
  void methodCalls_beyondTheLimit_areHeldBack() {
    program.limitMethodCalls();
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "mail 1 to ada: sent",
            "mail 2 to ada: sent",
            "mail 3 to ada: sent",
            "mail 4 to ada: denied",
            "mail 5 to ada: denied");
  }

  @Test
  void protectedResource_withFreeSlots_answers() throws Exception {
    program.protectDatabase();
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("query: 42 rows\n");
  }

  @Test
  void freeTier_allowsThreePaymentsAMinute() throws Exception {
    program.limitApi();
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "payment 1: ALLOW, 2 left, retry after 0 s",
            "payment 2: ALLOW, 1 left, retry after 0 s",
            "payment 3: ALLOW, 0 left, retry after 0 s",
            "payment 4: DENY, 0 left, retry after 20 s");
  }
}
