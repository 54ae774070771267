package com.throttlex.spring.method;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Holds the calls of a method, or of all public methods of a type, against a rule.
 *
 * <p>A call that is denied throws {@link com.throttlex.spring.RateLimitedException}, which a web
 * application answers with 429. With several of these annotations all rules must allow, and a
 * denial charges none of them. The annotations on a method take the place of those on its type, and
 * those on a class take the place of those on its interfaces.
 *
 * <p>A {@code CompletionStage} is completed with the denial, a {@code Mono} or {@code Flux} is
 * checked at each subscription; both wait without a thread, for a store as for a rule that delays.
 * Other methods wait on the caller's thread. A slot of a concurrency rule is held until the method
 * returns, its stage is complete, or its publisher has ended or was cancelled.
 *
 * <p>As with all advice of Spring, calls within the same object are not seen.
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
   * What gets a counter of its own: an expression (SpEL) over the arguments, by name as {@code
   * #userId} or by place as {@code #a0} or {@code #p0}, over {@code #root} with {@code method},
   * {@code methodName}, {@code target}, {@code targetClass} and {@code args}, and over beans as
   * {@code @name}. Empty for one counter that all calls share.
   */
  String key() default "";

  /** The units to charge: a number, or an expression as for the key; empty for the rule's own. */
  String cost() default "";
}
