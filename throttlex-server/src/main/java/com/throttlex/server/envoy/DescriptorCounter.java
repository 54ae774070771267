package com.throttlex.server.envoy;

import java.util.concurrent.CompletionStage;

/** The limit of one descriptor, and the hits of that descriptor. */
sealed interface DescriptorCounter permits RuleCounter, OverrideCounter, RefusedCounter {
  /** Charges the hits, if they fit. */
  CompletionStage<DescriptorOutcome> charge();

  /** Returns whether the hits would fit; charges nothing. */
  CompletionStage<DescriptorOutcome> peek();

  /** Returns whether a charge can be taken back. */
  boolean revocable();
}
