/**
 * Where a Spring Boot application counts: in memory, in the Redis or the database that it has
 * anyway, or at a URL.
 */
@NullMarked
package com.throttlex.spring.store;

import org.jspecify.annotations.NullMarked;
