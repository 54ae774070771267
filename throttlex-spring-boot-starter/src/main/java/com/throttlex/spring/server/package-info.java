/**
 * Keeps the addresses that clients connect from, before a server replaces them. Start with {@link
 * com.throttlex.spring.server.ThrottleXServerAutoConfiguration}.
 */
@NullMarked
package com.throttlex.spring.server;

import org.jspecify.annotations.NullMarked;
