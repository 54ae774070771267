/**
 * Real servers for tests, and ways to make them fail.
 *
 * <p>Start with {@link com.throttlex.tck.servers.RedisServer}: a separate process on a port of its
 * own, which can be killed, stopped and started again. Databases are in {@link
 * com.throttlex.tck.servers.SqlServer}. All servers listen only on 127.0.0.1, fail loudly if they
 * do not start, and end with the JVM at the latest.
 */
@NullMarked
package com.throttlex.tck.servers;

import org.jspecify.annotations.NullMarked;
