/** A small program that limits calls of its own: start with {@link QuickStart}. */
@NullMarked
package com.throttlex.examples.quickstart;

import org.jspecify.annotations.NullMarked;
