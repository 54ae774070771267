/**
 * Leaves decisions to a ThrottleX server ({@code throttlex.mode=service}), and limits the calls of
 * gRPC servers.
 */
@NullMarked
package com.throttlex.spring.service;

import org.jspecify.annotations.NullMarked;
