/**
 * Real servers for tests, and ways to make them fail.
 *
 * <p>Start reading at {@link com.throttlex.tck.servers.RedisServer}: a process of its own, on a
 * port of its own, that can be killed, stopped and started again. Databases are in {@link
 * com.throttlex.tck.servers.SqlServer}. All of them listen on 127.0.0.1 only, fail loudly when they
 * do not start, and end with the JVM at the latest.
 */
@NullMarked
package com.throttlex.tck.servers;

import org.jspecify.annotations.NullMarked;
