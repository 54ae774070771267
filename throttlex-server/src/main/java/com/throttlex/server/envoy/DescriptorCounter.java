package com.throttlex.server.envoy;

import java.util.concurrent.CompletionStage;

/** What one descriptor is held against, and how much of it the descriptor wants. */
sealed interface DescriptorCounter permits RuleCounter, OverrideCounter, RefusedCounter {
  /** Takes what the descriptor wants, if it fits. */
  CompletionStage<DescriptorOutcome> charge();

  /** Says whether it would fit; takes nothing. */
  CompletionStage<DescriptorOutcome> peek();

  /** Returns whether a charge can be taken back. */
  boolean revocable();
}
