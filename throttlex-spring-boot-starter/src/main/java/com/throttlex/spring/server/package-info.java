/** Keeps the addresses that clients connect from, before a server replaces them. */
@NullMarked
package com.throttlex.spring.server;

import org.jspecify.annotations.NullMarked;
