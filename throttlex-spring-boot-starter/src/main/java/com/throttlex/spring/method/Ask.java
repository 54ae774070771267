package com.throttlex.spring.method;

import org.jspecify.annotations.Nullable;

/**
 * The check of one annotation for one call.
 *
 * @param rule the rule's id
 * @param key the key of the counter, or null
 * @param cost the units to charge, or {@link com.throttlex.request.RequestContext#UNSET}
 */
record Ask(String rule, @Nullable Object key, long cost) {}
