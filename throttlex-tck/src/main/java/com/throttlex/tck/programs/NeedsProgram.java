package com.throttlex.tck.programs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class if its programs are found, see {@link Programs}, and skips them if not.
 *
 * <p>With {@code TEST_PROGRAMS=required} in the environment, a missing program is a failure. After
 * all tests, one line reports the number of tests for each program.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ProgramExtension.class)
public @interface NeedsProgram {
  /** The names of the executables: {@code "nginx"}. */
  String[] value();
}
