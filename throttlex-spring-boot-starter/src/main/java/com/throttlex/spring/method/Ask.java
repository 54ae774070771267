package com.throttlex.spring.method;

import org.jspecify.annotations.Nullable;

/**
 * What one annotation asks of its rule for one call.
 *
 * @param rule the rule's id
 * @param key what gets a counter of its own, or null
 * @param cost the units to charge, or {@link com.throttlex.request.RequestContext#UNSET}
 */
record Ask(String rule, @Nullable Object key, long cost) {}
