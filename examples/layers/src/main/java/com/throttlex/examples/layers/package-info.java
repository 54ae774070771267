/** A shop of three layers that sheds load before its database collapses. */
@NullMarked
package com.throttlex.examples.layers;

import org.jspecify.annotations.NullMarked;
