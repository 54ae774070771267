package com.throttlex.benchmarks.filter;

import com.throttlex.ThrottleX;
import com.throttlex.http.HeaderSet;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.servlet.FilterSettings;
import com.throttlex.servlet.ThrottleXFilter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A request of one of a thousand addresses through one filter to an empty page; every request is
 * allowed.
 *
 * <p>{@link #noFilter} is the cost of creating the request and the response, which the others
 * include. ThrottleX also reads the path and the API key, and sends the limits in five headers;
 * {@link #throttlexOldHeaders} in three. The filter on Bucket4j sends the remaining units in one.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FilterBenchmark {
  private static final int ADDRESSES = 1024;
  private static final FilterChain PAGE = (request, response) -> {};

  private final ThrottleX engine =
      ThrottleX.of(
          RuleBook.of(
              List.of(),
              new Fallback.Default(
                  Rule.builder("default").key("ip").limits(Form.PER_SECOND + "/1s").build()),
              List.of()));

  private final Filter throttlex = new ThrottleXFilter(engine);
  private final Filter oldHeaders = oldHeaders(FilterSettings.simple(engine));
  private final Filter bucket4j = new Bucket4jFilter(Form.PER_SECOND);

  private static Filter oldHeaders(FilterSettings simple) {
    return ThrottleXFilter.of(
        new FilterSettings(
            simple.admissions(),
            simple.reader(),
            simple.describer(),
            RateLimitHeaders.of(List.of(HeaderSet.X_RATELIMIT)),
            simple.time()));
  }

  /** The position of a thread among the addresses. */
  @State(Scope.Thread)
  public static class Order {
    private final String[] addresses = new String[ADDRESSES];
    private int next;

    /** Creates the addresses. */
    public Order() {
      for (int i = 0; i < ADDRESSES; i++) {
        addresses[i] = "198.51." + (100 + i / 256) + "." + i % 256;
      }
    }

    BareRequest next() {
      next = (next + 1) & (ADDRESSES - 1);
      return new BareRequest(addresses[next]);
    }
  }

  private static Object pass(Filter filter, Order order) throws IOException, ServletException {
    BareResponse response = new BareResponse();
    filter.doFilter(order.next(), response, PAGE);
    return response;
  }

  @Benchmark
  public Object noFilter(Order order) throws IOException, ServletException {
    BareResponse response = new BareResponse();
    PAGE.doFilter(order.next(), response);
    return response;
  }

  @Benchmark
  public Object throttlex(Order order) throws IOException, ServletException {
    return pass(throttlex, order);
  }

  @Benchmark
  public Object throttlexOldHeaders(Order order) throws IOException, ServletException {
    return pass(oldHeaders, order);
  }

  @Benchmark
  public Object bucket4j(Order order) throws IOException, ServletException {
    return pass(bucket4j, order);
  }
}
