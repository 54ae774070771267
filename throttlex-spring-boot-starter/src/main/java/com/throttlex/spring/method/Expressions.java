package com.throttlex.spring.method;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Parses and evaluates expressions over the arguments of methods. */
final class Expressions {
  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  private final SpelExpressionParser parser = new SpelExpressionParser();
  private final StandardEvaluationContext shared = new StandardEvaluationContext();

  Expressions(BeanFactory beans) {
    shared.setBeanResolver(new BeanFactoryResolver(beans));
  }

  /**
   * Parses an expression over the arguments of a method.
   *
   * @throws IllegalArgumentException when it is malformed, or refers to something that does not
   *     exist
   */
  Expression parse(String text, Method method) {
    try {
      SpelExpression expression = parser.parseRaw(text);
      Set<String> known = variables(method);
      for (String variable : used(expression.getAST(), new TreeSet<>())) {
        if (!known.contains(variable)) {
          throw new IllegalArgumentException(
              "#" + variable + " is unknown (expected: " + expected(method) + ")");
        }
      }
      return expression;
    } catch (ParseException e) {
      throw new IllegalArgumentException(e.toDetailedString(), e);
    }
  }

  private static Set<String> variables(Method method) {
    Set<String> names = new HashSet<>(List.of("root", "this"));
    for (int i = 0; i < method.getParameterCount(); i++) {
      names.add("a" + i);
      names.add("p" + i);
    }
    names.addAll(Arrays.asList(names(method)));
    return names;
  }

  private static String[] names(Method method) {
    @Nullable String @Nullable [] found = NAMES.getParameterNames(method);
    return found == null
        ? new String[0]
        : Arrays.stream(found).filter(name -> name != null).toArray(String[]::new);
  }

  private static String expected(Method method) {
    String[] names = names(method);
    if (names.length == 0 && method.getParameterCount() > 0) {
      return "#a0 or #p0, or code compiled with -parameters, which keeps the names";
    }
    return names.length == 0 ? "#root" : "#" + String.join(" #", names) + " or #root";
  }

  private static Set<String> used(SpelNode node, Set<String> names) {
    if (node instanceof VariableReference variable) {
      names.add(variable.toStringAST().substring(1));
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      used(node.getChild(i), names);
    }
    return names;
  }

  /** Returns the context in which the expressions of a method are evaluated for one call. */
  EvaluationContext context(MethodCall call) {
    MethodBasedEvaluationContext context =
        new MethodBasedEvaluationContext(call, call.method(), call.args(), NAMES);
    shared.applyDelegatesTo(context);
    return context;
  }
}
