package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.request.Priority;
import com.throttlex.store.FailureMode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BookFailureModeTest {
  private static FailureMode mode(RuleBook book, String rule) {
    return Objects.requireNonNull(book.rule(rule)).terms(Priority.NORMAL, 0).onFailure();
  }

  @ParameterizedTest
  @EnumSource(FailureMode.class)
  void rule_thatSaysNothing_doesWhatTheBookSays(FailureMode ofBook) {
    Rule silent = Rule.builder("silent").limits("1/1s").build();
    Rule own = Rule.builder("own").limits("1/1s").onStoreFailure(FailureMode.LOCAL).build();
    Rule last = Rule.builder("default").limits("1/1s").build();
    Preamble preamble =
        new Preamble(
            List.of(), new Fallback.Default(last), List.of(), AdaptiveSettings.DEFAULTS, ofBook);

    RuleBook book = RuleBook.of(preamble, List.of(silent, own));

    assertThat(mode(book, "silent")).isEqualTo(ofBook);
    assertThat(mode(book, "own")).isEqualTo(FailureMode.LOCAL);
    assertThat(mode(book, "default")).isEqualTo(ofBook);
    assertThat(mode(RuleBook.of(silent), "silent")).isEqualTo(FailureMode.LOCAL);
  }
}
