/**
 * Reloads rules while the application runs.
 *
 * <p>Start with {@link com.throttlex.spring.refresh.RuleRefresh}. Spring Cloud calls it when
 * properties have changed; without Spring Cloud the application can call it.
 */
@NullMarked
package com.throttlex.spring.refresh;

import org.jspecify.annotations.NullMarked;
