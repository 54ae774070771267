package com.throttlex.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** Decides with {@link Programs} whether a class with {@link NeedsProgram} runs. */
final class ProgramExtension
    implements ExecutionCondition, BeforeAllCallback, BeforeTestExecutionCallback {
  private final Programs programs;
  private final Function<ExtensionContext, List<String>> needed;
  private final Function<ExtensionContext, ProgramReport> report;

  ProgramExtension() {
    this(Programs.here(), ProgramExtension::annotated, ProgramExtension::reportOfThisRun);
  }

  ProgramExtension(
      Programs programs,
      Function<ExtensionContext, List<String>> needed,
      Function<ExtensionContext, ProgramReport> report) {
    this.programs = programs;
    this.needed = needed;
    this.report = report;
  }

  /** Returns the programs of the class, or of a class that it is nested in. */
  private static List<String> annotated(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(
            context.getRequiredTestClass(), NeedsProgram.class, context.getEnclosingTestClasses())
        .map(annotation -> List.of(annotation.value()))
        .orElseThrow();
  }

  /** Returns the report of this run; JUnit closes and so prints it after the last test. */
  private static ProgramReport reportOfThisRun(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(ProgramExtension.class))
        .computeIfAbsent(
            ProgramReport.class, key -> ProgramReport.ofThisJvm(), ProgramReport.class);
  }

  /** Enables the class if a missing program is required, so that {@link #beforeAll} can fail. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isPresent()) {
      return ConditionEvaluationResult.enabled(null);
    }
    List<String> missing = new ArrayList<>();
    for (String program : needed.apply(context)) {
      if (programs.isRequired(program)) {
        return ConditionEvaluationResult.enabled(null);
      }
      if (programs.find(program).isEmpty()) {
        missing.add(program);
      }
    }
    if (missing.isEmpty()) {
      return ConditionEvaluationResult.enabled(null);
    }
    int tests = tests(context.getRequiredTestClass());
    missing.forEach(program -> report.apply(context).notRun(program, tests));
    return ConditionEvaluationResult.disabled(programs.missing(missing.get(0)));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    needed.apply(context).forEach(programs::path);
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    needed.apply(context).forEach(program -> report.apply(context).ran(program));
  }

  private static int tests(Class<?> type) {
    return AnnotationSupport.findAnnotatedMethods(
            type, Testable.class, HierarchyTraversalMode.TOP_DOWN)
        .size();
  }
}
