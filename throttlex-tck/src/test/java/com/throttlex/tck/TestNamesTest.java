package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.SourceTree.TestMethod;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The name of every test has subject and outcome, or subject, condition and outcome. */
class TestNamesTest {
  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+){1,2}");

  @Test
  void testNames_ofAllModules_saySubjectConditionAndOutcome() {
    List<TestMethod> methods = SourceTree.find().testMethods();

    assertThat(methods).hasSizeGreaterThan(1_000);
    assertThat(methods)
        .filteredOn(method -> !NAME.matcher(method.name()).matches())
        .as("tests with a name other than subject_outcome or subject_condition_outcome")
        .isEmpty();
  }
}
