package com.throttlex.tck.programs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Runs the tests of a class and of its subclasses if Chromium and its driver are found, and skips
 * them if not.
 *
 * <p>With {@code -Dthrottlex.browser=required}, or {@code TEST_PROGRAMS=required} in the
 * environment, a missing one is a failure. {@code -Dtest.excludedGroups=long,browser} leaves these
 * tests out.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("browser")
@NeedsProgram({"chromium", "chromedriver"})
public @interface NeedsBrowser {}
