/**
 * For tests of programs that use ThrottleX, so that they never sleep: start with {@link
 * com.throttlex.test.ManualClock}.
 */
@NullMarked
package com.throttlex.test;

import org.jspecify.annotations.NullMarked;
