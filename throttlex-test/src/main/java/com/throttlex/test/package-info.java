/**
 * Helpers for tests of programs that use ThrottleX, so that no test has to sleep. Start with {@link
 * com.throttlex.test.ManualClock}.
 */
@NullMarked
package com.throttlex.test;

import org.jspecify.annotations.NullMarked;
