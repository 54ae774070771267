/**
 * A servlet application that is limited by a filter: start with {@link
 * com.throttlex.examples.servlet.Shop}.
 */
@NullMarked
package com.throttlex.examples.servlet;

import org.jspecify.annotations.NullMarked;
