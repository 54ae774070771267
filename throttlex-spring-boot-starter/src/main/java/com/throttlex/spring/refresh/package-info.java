/**
 * Puts rules into force that have changed while the application runs.
 *
 * <p>Start with {@link com.throttlex.spring.refresh.RuleRefresh}. Spring Cloud calls it when the
 * properties have changed; without Spring Cloud the application may.
 */
@NullMarked
package com.throttlex.spring.refresh;

import org.jspecify.annotations.NullMarked;
