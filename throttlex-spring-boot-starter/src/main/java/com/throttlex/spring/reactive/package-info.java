/** Answers that come later, for Reactor: what the web filter, methods, routes and clients share. */
@NullMarked
package com.throttlex.spring.reactive;

import org.jspecify.annotations.NullMarked;
