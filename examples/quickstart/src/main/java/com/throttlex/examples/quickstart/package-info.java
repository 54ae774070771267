/** A small program that limits its own calls. Start with {@link QuickStart}. */
@NullMarked
package com.throttlex.examples.quickstart;

import org.jspecify.annotations.NullMarked;
