package com.throttlex.micrometer;

import java.util.concurrent.atomic.LongAdder;

/** The counters of allowed and denied requests of one rule. */
final class RuleCounts {
  final LongAdder allowed = new LongAdder();
  final LongAdder blocked = new LongAdder();
  final LongAdder shadowBlocked = new LongAdder();
}
