package com.throttlex.adaptive;

import java.util.Map;

/**
 * The state of one rule's adaptive limit, as the nodes share it.
 *
 * @param mode who moves it
 * @param fixed the limit that somebody has said; 0 unless the mode is {@link AdaptiveMode#FIXED}
 * @param fixedUntil when the controller moves it again, in the time of the values; {@link
 *     Long#MAX_VALUE} for never
 * @param state the state of its controller
 * @param reason why it moved last, or did not
 * @param terms the numbers behind the reason
 */
record AdaptiveValue(
    AdaptiveMode mode,
    long fixed,
    long fixedUntil,
    ControlState state,
    String reason,
    Map<String, Double> terms) {

  static AdaptiveValue start(ControlState state) {
    return new AdaptiveValue(AdaptiveMode.AUTO, 0, 0, state, "as written", Map.of());
  }

  /** The limit in force. */
  long limit() {
    return mode == AdaptiveMode.FIXED ? fixed : state.whole();
  }

  AdaptiveValue after(Step step) {
    return new AdaptiveValue(mode, fixed, fixedUntil, step.next(), step.reason(), step.terms());
  }

  /** Returns the standing in another mode; the controller continues from a limit that was fixed. */
  AdaptiveValue in(AdaptiveMode mode, long fixed, long until, String reason, long now) {
    ControlState from =
        this.mode == AdaptiveMode.FIXED ? new ControlState(this.fixed, now, Map.of()) : state;
    return new AdaptiveValue(mode, fixed, until, from, reason, Map.of());
  }

  String text() {
    return String.join(
        "\t",
        mode.name(),
        String.valueOf(fixed),
        String.valueOf(fixedUntil),
        ControlText.write(state),
        NoteWords.of(reason),
        NoteWords.of(terms));
  }

  static AdaptiveValue parse(String text) {
    String[] parts = text.split("\t", -1);
    if (parts.length != 6) {
      throw new IllegalArgumentException("standing: " + text + " (expected: six parts)");
    }
    return new AdaptiveValue(
        AdaptiveMode.valueOf(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        ControlText.read(parts[3]),
        NoteWords.text(parts[4]),
        NoteWords.numbers(parts[5]));
  }
}
