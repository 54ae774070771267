/**
 * What the service remembers of its decisions: the busiest keys, users that were throttled, usage
 * over time.
 *
 * <p>{@link com.throttlex.server.insight.HeavyKeys} and {@link
 * com.throttlex.server.insight.ThrottledUsers} listen to decisions, in bounded memory; {@link
 * com.throttlex.server.insight.Records} writes to the database what is to be kept.
 */
@NullMarked
package com.throttlex.server.insight;

import org.jspecify.annotations.NullMarked;
