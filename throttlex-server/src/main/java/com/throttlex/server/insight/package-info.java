/**
 * Records of decisions: the busiest keys, throttled users, usage over time.
 *
 * <p>Start with {@link com.throttlex.server.insight.HeavyKeys} and {@link
 * com.throttlex.server.insight.ThrottledUsers}, which receive decisions and use bounded memory.
 * {@link com.throttlex.server.insight.Records} writes records to the database.
 */
@NullMarked
package com.throttlex.server.insight;

import org.jspecify.annotations.NullMarked;
