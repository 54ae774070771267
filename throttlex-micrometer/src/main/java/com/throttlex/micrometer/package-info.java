/** Decisions as metrics. */
@NullMarked
package com.throttlex.micrometer;

import org.jspecify.annotations.NullMarked;
