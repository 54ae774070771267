package com.throttlex.benchmarks;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A whole check: one of many endpoint rules matches, the key is computed, the counter charged. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EngineBenchmark {
  private static final int REQUESTS = 4096;

  @Param({"10", "10000"})
  public int rules = 10;

  private ThrottleX engine = ThrottleX.of(RuleBook.EMPTY);
  private RequestContext[] requests = {};

  /** The position of a thread among the requests. */
  @State(Scope.Thread)
  public static class Order {
    private int next;

    RequestContext next(RequestContext[] requests) {
      next = (next + 1) & (REQUESTS - 1);
      return requests[next];
    }
  }

  @Setup
  public void build() {
    List<Rule> list = new ArrayList<>();
    for (int i = 0; i < rules; i++) {
      list.add(
          Rule.builder("rule-" + i)
              .endpoint("/api/v1/service-" + i % 100 + "/resource-" + i + "/**")
              .key("user")
              .limits("1000000/1s")
              .build());
    }
    engine = ThrottleX.of(RuleBook.of(List.of(), Fallback.DENY, list));
    requests = new RequestContext[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      int rule = i * 31 % rules;
      requests[i] =
          RequestContext.builder()
              .user("user-" + i)
              .method("GET")
              .endpoint("/api/v1/service-" + rule % 100 + "/resource-" + rule + "/items/" + i)
              .build();
    }
  }

  @Benchmark
  public Decision check(Order order) {
    return engine.check(order.next(requests));
  }
}
