/**
 * Programs that tests need and that are not part of the build, such as Envoy.
 *
 * <p>Start with {@link com.throttlex.tck.programs.NeedsProgram}. A test class that has it runs if
 * the program is found, and is skipped otherwise. With {@code TEST_PROGRAMS=required} in the
 * environment, a missing program is a failure. {@link com.throttlex.tck.programs.NeedsBrowser} is
 * the same for a browser.
 */
@NullMarked
package com.throttlex.tck.programs;

import org.jspecify.annotations.NullMarked;
