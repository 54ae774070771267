/**
 * Envoy with its quota protocol, compared with a check for each request and with no limit.
 *
 * <p>Start with {@link com.throttlex.benchmarks.quota.QuotaBench}.
 */
@NullMarked
package com.throttlex.benchmarks.quota;

import org.jspecify.annotations.NullMarked;
