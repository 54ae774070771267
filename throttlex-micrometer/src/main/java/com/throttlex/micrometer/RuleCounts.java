package com.throttlex.micrometer;

import java.util.concurrent.atomic.LongAdder;

/** The counters of one rule. */
final class RuleCounts {
  final LongAdder allowed = new LongAdder();
  final LongAdder blocked = new LongAdder();
  final LongAdder shadowBlocked = new LongAdder();
  final LongAdder delayed = new LongAdder();
}
