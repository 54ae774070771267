/**
 * The RESP door, for Redis clients.
 *
 * <p>Start with {@link com.throttlex.server.resp.RespDoor}, which listens. In a {@code
 * RespConnection}, {@code RespParser} splits the bytes into commands, the table of {@code Commands}
 * runs them, and {@code Replies} keeps the answers in order.
 */
@NullMarked
package com.throttlex.server.resp;

import org.jspecify.annotations.NullMarked;
