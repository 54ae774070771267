package com.throttlex.test.spring;

import com.throttlex.test.ManualClock;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Lets the application of a test decide by a {@link ManualClock}, which the test has injected and
 * moves: no test has to wait for a limit.
 *
 * <pre>{@code
 * @SpringBootTest
 * @ManualTime
 * class OrdersTest {
 *   @Autowired ManualClock clock;
 *
 *   @Test
 *   void orders_afterAnHour_areTakenAgain() {
 *     …
 *     clock.advance(Duration.ofHours(1));
 *   }
 * }
 * }</pre>
 *
 * <p>The clock belongs to the application, which Spring keeps for all tests that are configured
 * alike; so do the counters in memory. Waits on a thread ({@code RateLimited} methods that a rule
 * delays, blocking clients) are over at once and move the clock. Waits without a thread, and what a
 * store in a database counts by its own clock, take real time.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(ManualTimeConfiguration.class)
public @interface ManualTime {}
