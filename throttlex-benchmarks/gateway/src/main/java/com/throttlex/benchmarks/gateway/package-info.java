/** A peer of the proxy: Spring Cloud Gateway with its own limiter, in a process of its own. */
@NullMarked
package com.throttlex.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
