package com.throttlex.micrometer;

import java.util.concurrent.atomic.LongAdder;

/** How often a rule let requests pass and stopped them. */
final class RuleCounts {
  final LongAdder allowed = new LongAdder();
  final LongAdder blocked = new LongAdder();
  final LongAdder shadowBlocked = new LongAdder();
}
