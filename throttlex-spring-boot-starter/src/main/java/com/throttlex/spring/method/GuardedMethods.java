package com.throttlex.spring.method;

import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the annotations of methods, and parses them once.
 *
 * <p>The annotations nearest to the method count: on the method itself, then on the methods it
 * overrides, then on the class, its superclasses and interfaces.
 */
final class GuardedMethods {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

  private final Supplier<NamedRules> rules;
  private final Expressions expressions;
  private final Map<MethodClassKey, Optional<MethodLimits>> guards = new ConcurrentHashMap<>();

  GuardedMethods(Supplier<NamedRules> rules, Expressions expressions) {
    this.rules = rules;
    this.expressions = expressions;
  }

  /** Returns whether the method of that class has an annotation; parses nothing. */
  static boolean isAnnotated(Method method, Class<?> type) {
    return !annotations(method, AopUtils.getMostSpecificMethod(method, type), type).isEmpty();
  }

  /**
   * Returns the guard of a method, or null if it has none.
   *
   * @throws InvalidThrottleXException with every problem of its annotations, if there are any
   */
  @Nullable MethodLimits guard(Method method, Class<?> type) {
    MethodClassKey key = new MethodClassKey(method, type);
    Optional<MethodLimits> known = guards.get(key);
    if (known == null) {
      known = Optional.ofNullable(parse(method, type));
      guards.put(key, known);
    }
    return known.orElse(null);
  }

  private @Nullable MethodLimits parse(Method method, Class<?> type) {
    Method specific = AopUtils.getMostSpecificMethod(method, type);
    List<MergedAnnotation<RateLimited>> found = annotations(method, specific, type);
    if (found.isEmpty()) {
      return null;
    }
    List<String> problems = new ArrayList<>();
    List<MethodLimit> conditions = new ArrayList<>();
    for (MergedAnnotation<RateLimited> annotation : found) {
      try {
        conditions.add(condition(annotation, specific, type));
      } catch (IllegalArgumentException e) {
        problems.add(name(specific, type) + ": @RateLimited " + e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidThrottleXException(problems);
    }
    return new MethodLimits(expressions, specific, conditions);
  }

  private MethodLimit condition(
      MergedAnnotation<RateLimited> annotation, Method method, Class<?> type) {
    String rule = annotation.getString("rule");
    Expression key = expression("key", annotation.getString("key"), method);
    rules.get().use(rule, name(method, type), found -> NamedRules.requireKey(found, key != null));
    String cost = annotation.getString("cost");
    MethodLimit condition = new MethodLimit(rule, key, expression("cost", cost, method));
    if (NUMBER.matcher(cost).matches()) {
      var unused = condition.units(new StandardEvaluationContext());
    }
    return condition;
  }

  private @Nullable Expression expression(String attribute, String text, Method method) {
    try {
      return text.isEmpty() ? null : expressions.parse(text, method);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          attribute + ": \"" + text + "\" (expected: an expression; " + e.getMessage() + ")", e);
    }
  }

  static String name(Method method, Class<?> type) {
    return type.getName() + "." + method.getName();
  }

  private static List<MergedAnnotation<RateLimited>> annotations(
      Method method, Method specific, Class<?> type) {
    if (ReflectionUtils.isObjectMethod(method)) {
      return List.of();
    }
    Stream<AnnotatedElement> places =
        Modifier.isPublic(method.getModifiers())
            ? Stream.of(specific, method, type)
            : Stream.of(specific, method);
    return places
        .map(GuardedMethods::nearest)
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static List<MergedAnnotation<RateLimited>> nearest(AnnotatedElement place) {
    List<MergedAnnotation<RateLimited>> all =
        MergedAnnotations.from(place, SearchStrategy.TYPE_HIERARCHY).stream(RateLimited.class)
            .toList();
    int nearest = all.stream().mapToInt(MergedAnnotation::getAggregateIndex).min().orElse(0);
    return all.stream().filter(found -> found.getAggregateIndex() == nearest).toList();
  }
}
