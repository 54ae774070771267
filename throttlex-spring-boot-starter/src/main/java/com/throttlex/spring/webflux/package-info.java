/** Limits the requests of reactive applications, before Spring Security and behind it. */
@NullMarked
package com.throttlex.spring.webflux;

import org.jspecify.annotations.NullMarked;
