/**
 * Asynchronous answers for Reactor, shared by the web filter, methods, routes and clients. Start
 * with {@link com.throttlex.spring.reactive.Later}.
 */
@NullMarked
package com.throttlex.spring.reactive;

import org.jspecify.annotations.NullMarked;
