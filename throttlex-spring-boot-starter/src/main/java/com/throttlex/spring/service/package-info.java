/**
 * Decisions by a ThrottleX service ({@code throttlex.mode=service}), and limits for gRPC servers.
 * Start with {@link com.throttlex.spring.service.ThrottleXServiceAutoConfiguration}.
 */
@NullMarked
package com.throttlex.spring.service;

import org.jspecify.annotations.NullMarked;
