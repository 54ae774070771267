/**
 * The stores of a Spring Boot application: memory, its own Redis or database, or a store at a URL.
 * Start with {@link com.throttlex.spring.store.ThrottleXStoreAutoConfiguration}.
 */
@NullMarked
package com.throttlex.spring.store;

import org.jspecify.annotations.NullMarked;
