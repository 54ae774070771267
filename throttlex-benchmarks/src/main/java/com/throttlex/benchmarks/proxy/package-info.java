/**
 * The proxy measured from outside, compared with other proxies that limit.
 *
 * <p>Start with {@link com.throttlex.benchmarks.proxy.ProxyBench}.
 */
@NullMarked
package com.throttlex.benchmarks.proxy;

import org.jspecify.annotations.NullMarked;
