package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a counter said to a descriptor.
 *
 * @param over whether it did not fit
 * @param status the same for Envoy
 * @param decision what the rules decided, or null when they were not asked
 */
record DescriptorOutcome(boolean over, DescriptorStatus status, @Nullable Decision decision) {}
