/** A servlet application with a filter. Start with {@link com.throttlex.examples.servlet.Shop}. */
@NullMarked
package com.throttlex.examples.servlet;

import org.jspecify.annotations.NullMarked;
