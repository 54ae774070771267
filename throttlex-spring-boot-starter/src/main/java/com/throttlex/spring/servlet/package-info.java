/** Limits the requests of servlet applications, before Spring Security and behind it. */
@NullMarked
package com.throttlex.spring.servlet;

import org.jspecify.annotations.NullMarked;
