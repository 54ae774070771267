/**
 * A servlet filter that limits the requests of an application, with no other framework: start with
 * {@link com.throttlex.servlet.ThrottleXFilter}.
 */
@NullMarked
package com.throttlex.servlet;

import org.jspecify.annotations.NullMarked;
