/**
 * Live numbers as server-sent events.
 *
 * <p>{@link com.throttlex.server.live.LiveFeed} has the streams and makes one event a second for
 * all of them; {@link com.throttlex.server.live.LiveSeconds} computes what is in it.
 */
@NullMarked
package com.throttlex.server.live;

import org.jspecify.annotations.NullMarked;
