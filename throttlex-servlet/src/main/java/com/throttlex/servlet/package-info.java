/**
 * A servlet filter that limits the requests of an application and needs no other framework. Start
 * with {@link com.throttlex.servlet.ThrottleXFilter}.
 */
@NullMarked
package com.throttlex.servlet;

import org.jspecify.annotations.NullMarked;
