package com.throttlex.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.throttlex.Decision;
import com.throttlex.spring.App;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.RateLimitedException;
import com.throttlex.test.ManualClock;
import com.throttlex.test.spring.ManualTime;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;

class RateLimitedTest {
  private static final App APP =
      App.plain(
          Shop.class,
          "throttlex.rules.each.limits=2/1h",
          "throttlex.rules.each.key[0]=user",
          "throttlex.rules.scarce.limits=1/1h",
          "throttlex.rules.scarce.key[0]=attribute:kind",
          "throttlex.rules.all.limits=10/1h",
          "throttlex.rules.all.key[0]=global",
          "throttlex.rules.slots.limits=1/1h",
          "throttlex.rules.slots.algorithm=concurrency",
          "throttlex.rules.slots.key[0]=user",
          "throttlex.rules.paced.limits=1/10s",
          "throttlex.rules.paced.key[0]=user",
          "throttlex.rules.paced.on-exceed.delay=1m");

  @Retention(RetentionPolicy.RUNTIME)
  @RateLimited(rule = "each", key = "#user")
  @interface PerUser {
    @AliasFor(annotation = RateLimited.class, attribute = "cost")
    String units() default "1";
  }

  interface Greeter {
    @RateLimited(rule = "each", key = "#name")
    String greet(String name);
  }

  /** Cannot have a subclass: its proxy is one of its interface. */
  static final class FinalGreeter implements Greeter {
    @Override
    public String greet(String name) {
      return "hello " + name;
    }
  }

  static class Names {
    public String of(String user) {
      return "named " + user;
    }
  }

  @RateLimited(rule = "each", key = "#p0")
  static class Typed {
    public String first(String user) {
      return user;
    }

    @RateLimited("all")
    public String second(String user) {
      return user;
    }

    String third(String user) {
      return user;
    }
  }

  static class Orders {
    @RateLimited(rule = "each", key = "#user")
    String order(String user) {
      return "ordered by " + user;
    }

    @RateLimited(rule = "each", key = "#a0", cost = "#items.size()")
    int orderAll(String user, List<String> items) {
      return items.size();
    }

    @PerUser(units = "2")
    String orderTwo(String user) {
      return user;
    }

    @RateLimited(rule = "each", key = "@names.of(#user) + #root.methodName + #root.args.length")
    String named(String user) {
      return user;
    }

    @RateLimited(rule = "each", key = "#user")
    @RateLimited(rule = "scarce", key = "#kind")
    String scarce(String user, String kind) {
      return user;
    }

    @RateLimited(rule = "all")
    String any() {
      return "any";
    }

    @RateLimited(rule = "slots", key = "#user")
    <T> T within(String user, Callable<T> work) throws Exception {
      return work.call();
    }

    @RateLimited(rule = "paced", key = "#user")
    String paced(String user) {
      return user;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @ManualTime
  static class Shop {
    @Bean
    Orders orders() {
      return new Orders();
    }

    @Bean
    Greeter greeter() {
      return new FinalGreeter();
    }

    @Bean
    Typed typed() {
      return new Typed();
    }

    @Bean
    Names names() {
      return new Names();
    }
  }

  private final Orders orders = APP.bean(Orders.class);
  private final ManualClock clock = APP.bean(ManualClock.class);

  @AfterAll
  static void close() {
    APP.close();
  }

  private static Decision denied(Callable<?> call) {
    RateLimitedException denial = catchThrowableOfType(RateLimitedException.class, call::call);
    assertThat(denial).isNotNull();
    return denial.decision();
  }

  @Test
  void method_pastItsLimit_throwsTheDecisionUntilTheTimeHasCome() {
    assertThat(orders.order("ann")).isEqualTo("ordered by ann");
    assertThat(orders.order("ann")).isEqualTo("ordered by ann");
    Decision decision = denied(() -> orders.order("ann"));
    assertThat(decision.rule()).isEqualTo("each");
    assertThat(decision.retryAfter()).isEqualTo(1800);
    assertThat(orders.order("bob")).isEqualTo("ordered by bob");
    clock.advance(Duration.ofMinutes(30));
    assertThat(orders.order("ann")).isEqualTo("ordered by ann");
    assertThat(APP.bean(Enforcement.class).enforcers()).contains("@RateLimited methods");
  }

  @Test
  void denial_ofAMethod_hasNoStackTrace() {
    orders.orderTwo("cid");
    assertThatExceptionOfType(RateLimitedException.class)
        .isThrownBy(() -> orders.order("cid"))
        .withMessage("denied by rule each, retry after 1800 s")
        .satisfies(denial -> assertThat(denial.getStackTrace()).isEmpty());
  }

  @Test
  void cost_asAnExpression_isCharged() {
    assertThat(orders.orderAll("dan", List.of("a", "b"))).isEqualTo(2);
    assertThat(denied(() -> orders.order("dan")).remaining()).isZero();
    assertThat(orders.orderTwo("eve")).isEqualTo("eve");
    assertThat(denied(() -> orders.orderTwo("eve")).remaining()).isZero();
  }

  @Test
  void key_withABeanAndTheRoot_isCountedByItsValue() {
    orders.named("fay");
    assertThat(orders.named("fay")).isEqualTo("fay");
    denied(() -> orders.named("fay"));
    assertThat(orders.named("gil")).isEqualTo("gil");
  }

  @Test
  void key_thatIsNull_isRefusedAndNotShared() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> orders.order(null))
        .withMessage("key: null (expected: a value of #user)");
  }

  @Test
  void denial_byALaterRule_chargesTheEarlierOnesNothing() {
    assertThat(orders.scarce("hal", "gold")).isEqualTo("hal");
    assertThat(denied(() -> orders.scarce("ida", "gold")).rule()).isEqualTo("scarce");
    assertThat(denied(() -> orders.scarce("ida", "gold")).rule()).isEqualTo("scarce");
    assertThat(denied(() -> orders.scarce("ida", "gold")).rule()).isEqualTo("scarce");
    orders.order("ida");
    orders.order("ida");
    assertThat(denied(() -> orders.scarce("ida", "silver")).rule()).isEqualTo("each");
  }

  @Test
  void annotation_onAnInterface_holdsForAFinalClass() {
    Greeter greeter = APP.bean(Greeter.class);
    greeter.greet("jan");
    assertThat(greeter.greet("jan")).isEqualTo("hello jan");
    denied(() -> greeter.greet("jan"));
  }

  @Test
  void annotation_onAType_holdsForItsPublicMethodsWithoutTheirOwn() {
    Typed typed = APP.bean(Typed.class);
    typed.first("kai");
    typed.first("kai");
    denied(() -> typed.first("kai"));
    assertThat(typed.second("kai")).isEqualTo("kai");
    assertThat(typed.third("kai")).isEqualTo("kai");
    assertThat(typed.toString()).contains("Typed");
  }

  @Test
  void slot_isHeldUntilTheMethodReturnsOrThrows() throws Exception {
    String denied =
        orders.within("leo", () -> denied(() -> orders.within("leo", () -> "never")).rule());
    assertThat(denied).isEqualTo("slots");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                orders.within(
                    "leo",
                    () -> {
                      throw new IllegalStateException("failed");
                    }));
    assertThat(orders.<String>within("leo", () -> "free again")).isEqualTo("free again");
  }

  @Test
  void method_thatARuleDelays_waitsForItsTurn() {
    orders.paced("mia");
    long before = clock.nanos();
    assertThat(orders.paced("mia")).isEqualTo("mia");
    assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void calls_inParallel_admitExactlyTheLimit() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> calls =
          IntStream.range(0, 100).<Callable<Boolean>>mapToObj(i -> this::passes).toList();
      int passed = 0;
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        passed += call.get() ? 1 : 0;
      }
      assertThat(passed).isEqualTo(2);
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean passes() {
    try {
      orders.order("parallel");
      return true;
    } catch (RateLimitedException e) {
      return false;
    }
  }
}
