package com.throttlex.spring.method;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Checks the calls of a method, or of all public methods of a type, by a rule.
 *
 * <p>A denied call throws {@link com.throttlex.spring.RateLimitedException}, which a web
 * application answers with 429. With several annotations, all rules must allow, and a denial
 * charges none of them. The annotations on a method replace those on its type, and those on a class
 * replace those on its interfaces.
 *
 * <p>A {@code CompletionStage} completes with the denial. A {@code Mono} or {@code Flux} is checked
 * at each subscription. Both wait without a thread, for a store or for a rule that delays. Other
 * methods wait on the caller's thread. A concurrency slot is held until the method returns, its
 * stage completes, or its publisher ends or is cancelled.
 *
 * <p>As with all advice of Spring, calls within the same object are not checked.
 *
 * <pre>{@code
 * @RateLimited(rule = "orders", key = "#customer.id", cost = "#items.size()")
 * Receipt order(Customer customer, List<Item> items) { … }
 * }</pre>
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(RateLimits.class)
@Documented
public @interface RateLimited {
  /** The same as {@link #rule}. */
  @AliasFor("rule")
  String value() default "";

  /** The id of the rule. */
  @AliasFor("value")
  String rule() default "";

  /**
   * The key of the counter: an expression (SpEL) over the arguments, by name as {@code #userId} or
   * by position as {@code #a0} or {@code #p0}, over {@code #root} with {@code method}, {@code
   * methodName}, {@code target}, {@code targetClass} and {@code args}, and over beans as {@code
   * @name}. Empty for one counter that all calls share.
   */
  String key() default "";

  /** The units to charge: a number, or an expression as for the key; empty for the rule's own. */
  String cost() default "";
}
