/** A shop whose requests and orders are limited by ThrottleX. */
@NullMarked
package com.throttlex.examples.springboot;

import org.jspecify.annotations.NullMarked;
