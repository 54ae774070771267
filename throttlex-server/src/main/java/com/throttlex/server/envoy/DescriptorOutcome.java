package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import org.jspecify.annotations.Nullable;

/**
 * The result of a counter for a descriptor.
 *
 * @param over whether the hits did not fit
 * @param status the status for Envoy
 * @param decision the decision of the rules, or null if no rule was checked
 */
record DescriptorOutcome(boolean over, DescriptorStatus status, @Nullable Decision decision) {}
