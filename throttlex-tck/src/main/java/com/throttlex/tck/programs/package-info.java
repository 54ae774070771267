/**
 * Programs that tests need and no artifact of the build carries, such as Envoy.
 *
 * <p>Start reading at {@link com.throttlex.tck.programs.NeedsProgram}: a test class that has it
 * runs where the program is found, is skipped where not, and fails instead of being skipped where
 * the environment says {@code TEST_PROGRAMS=required}.
 */
@NullMarked
package com.throttlex.tck.programs;

import org.jspecify.annotations.NullMarked;
