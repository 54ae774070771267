package com.throttlex.server.recording;

import com.throttlex.Decision;
import com.throttlex.request.RequestContext;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decided request that waits to be written.
 *
 * @param nanos the time of the decision, since the epoch
 * @param verdict allow, deny or delay
 * @param rule the rule that the decision reports, or null
 */
record RecordedCheck(
    RequestContext request, long nanos, Decision.Verdict verdict, @Nullable String rule) {
  /** The bytes of the objects around the texts. */
  private static final int FIXED_BYTES = 256;

  private static final int ENTRY_BYTES = 128;

  static RecordedCheck of(RequestContext request, Decision decision) {
    return new RecordedCheck(request, decision.nowNanos(), decision.verdict(), decision.rule());
  }

  String verdictText() {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /** Returns about how many bytes of the heap it occupies. */
  long bytes() {
    return FIXED_BYTES
        + length(request.user())
        + length(request.ip())
        + length(request.apiKey())
        + length(request.endpoint())
        + length(request.service())
        + length(request.idempotencyKey())
        + length(request.attributes())
        + length(request.headers());
  }

  private static long length(@Nullable String text) {
    return text == null ? 0 : 2L * text.length();
  }

  private static long length(Map<String, String> entries) {
    long sum = 0;
    if (!entries.isEmpty()) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        sum += ENTRY_BYTES + length(entry.getKey()) + length(entry.getValue());
      }
    }
    return sum;
  }
}
