package com.throttlex.spring.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.Unwell;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The outcomes of outbound calls are health signals under the name of the rule. */
class OutboundHealthTest {
  private static final Map<Integer, Outcome> BY_STATUS = new LinkedHashMap<>();

  static {
    BY_STATUS.put(200, Outcome.SUCCESS);
    BY_STATUS.put(404, Outcome.SUCCESS);
    BY_STATUS.put(429, Outcome.DROPPED);
    BY_STATUS.put(500, Outcome.FAILURE);
    BY_STATUS.put(503, Outcome.DROPPED);
  }

  private final ManualClock clock = new ManualClock();
  private final ThrottleX throttlex =
      ThrottleX.of(
          RuleBook.of(
              Rule.builder("others")
                  .key("global")
                  .limits("1000/1h")
                  .adaptive(new Adaptive(10, 1000, List.of("others")))
                  .build()),
          new MemoryStore(),
          clock);
  private final Outbound outbound =
      new Outbound(
          NamedRules.embedded(throttlex, Admissions.atOnce(throttlex), 64),
          clock,
          new Enforcement());
  private final OutboundLimit limit = OutboundLimit.of("others");
  private final ClientHttpRequestInterceptor interceptor = new OutboundInterceptor(outbound, limit);
  private final ExchangeFilterFunction filter =
      new OutboundFilter(outbound, limit, Schedulers.parallel());

  private Outcome outcome() {
    return Unwell.outcome(throttlex, clock, "others");
  }

  @Test
  void answers_toABlockingClient_tellHowTheOthersAre() throws Exception {
    Map<Integer, Outcome> seen = new LinkedHashMap<>();
    try (ThirdParty others = new ThirdParty()) {
      RestClient client = RestClient.builder().requestInterceptor(interceptor).build();
      for (int status : BY_STATUS.keySet()) {
        others.next(status);
        client.get().uri(others.url("127.0.0.1")).exchange((sent, answer) -> "");
        seen.put(status, outcome());
      }
    }
    assertThat(seen).isEqualTo(BY_STATUS);
    assertThat(throttlex.adaptive().status().sources().get("system").values())
        .doesNotContainKey(com.throttlex.adaptive.Signal.ERROR_RATE);
  }

  @Test
  void answers_toAClientThatDoesNotBlock_tellHowTheOthersAre() throws Exception {
    Map<Integer, Outcome> seen = new LinkedHashMap<>();
    try (ThirdParty others = new ThirdParty()) {
      WebClient client = WebClient.builder().filter(filter).build();
      for (int status : BY_STATUS.keySet()) {
        others.next(status);
        client
            .get()
            .uri(others.url("127.0.0.1"))
            .exchangeToMono(answer -> answer.releaseBody())
            .block();
        seen.put(status, outcome());
      }
    }
    assertThat(seen).isEqualTo(BY_STATUS);
  }

  @Test
  void callWithoutAnAnswer_hasFailed_orTimedOut() {
    assertThat(failed(new IOException("reset"))).isEqualTo(Outcome.FAILURE);
    assertThat(failed(new HttpTimeoutException("late"))).isEqualTo(Outcome.DROPPED);
    WebClient client =
        WebClient.builder().filter(filter).exchangeFunction(request -> Mono.never()).build();
    client.get().uri("http://others.example/").retrieve().toBodilessEntity().subscribe().dispose();
    assertThat(outcome()).isEqualTo(Outcome.DROPPED);
  }

  private Outcome failed(IOException failure) {
    RestClient client =
        RestClient.builder()
            .requestInterceptor(interceptor)
            .requestInterceptor(
                (request, body, execution) -> {
                  throw failure;
                })
            .build();
    try {
      client.get().uri("http://others.example/").retrieve().toBodilessEntity();
    } catch (org.springframework.web.client.ResourceAccessException e) {
      assertThat(e).hasCause(failure);
    }
    return outcome();
  }
}
