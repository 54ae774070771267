package com.throttlex.test.spring;

import com.throttlex.test.ManualClock;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Makes the application of a test use a {@link ManualClock}, which the test injects and moves. No
 * test has to wait for a limit.
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
 * <p>The clock belongs to the application, and so do the counters in memory. Spring keeps the
 * application for all tests with the same configuration. Waits on a thread ({@code RateLimited}
 * methods that a rule delays, blocking clients) end at once and move the clock. Waits without a
 * thread, and stores with a clock of their own, take real time.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(ManualTimeConfiguration.class)
public @interface ManualTime {}
