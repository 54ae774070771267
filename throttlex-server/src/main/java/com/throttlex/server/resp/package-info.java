/**
 * The Redis protocol's door: what any Redis client can ask.
 *
 * <p>Start at {@link com.throttlex.server.resp.RespDoor}, which listens. A {@code RespConnection}
 * has its bytes cut into commands by {@code RespParser}, runs them by the table of {@code Commands}
 * and keeps the answers in their order with {@code Replies}.
 */
@NullMarked
package com.throttlex.server.resp;

import org.jspecify.annotations.NullMarked;
