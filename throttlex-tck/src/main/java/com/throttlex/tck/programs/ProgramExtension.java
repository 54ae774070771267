package com.throttlex.tck.programs;

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
  private final Function<ExtensionContext, String> program;
  private final Function<ExtensionContext, ProgramReport> report;

  ProgramExtension() {
    this(Programs.here(), ProgramExtension::annotated, ProgramExtension::reportOfThisRun);
  }

  ProgramExtension(
      Programs programs,
      Function<ExtensionContext, String> program,
      Function<ExtensionContext, ProgramReport> report) {
    this.programs = programs;
    this.program = program;
    this.report = report;
  }

  /** Returns the program of the class, or of a class that it is nested in. */
  private static String annotated(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(
            context.getRequiredTestClass(), NeedsProgram.class, context.getEnclosingTestClasses())
        .map(NeedsProgram::value)
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

  /** Enables the class if the program is required, so that {@link #beforeAll} can fail. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isPresent() || isFoundOrRequired(context)) {
      return ConditionEvaluationResult.enabled(null);
    }
    String missing = program.apply(context);
    report.apply(context).notRun(missing, tests(context.getRequiredTestClass()));
    return ConditionEvaluationResult.disabled(programs.missing(missing));
  }

  private boolean isFoundOrRequired(ExtensionContext context) {
    return programs.areRequired() || programs.find(program.apply(context)).isPresent();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    programs.path(program.apply(context));
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    report.apply(context).ran(program.apply(context));
  }

  private static int tests(Class<?> type) {
    return AnnotationSupport.findAnnotatedMethods(
            type, Testable.class, HierarchyTraversalMode.TOP_DOWN)
        .size();
  }
}
