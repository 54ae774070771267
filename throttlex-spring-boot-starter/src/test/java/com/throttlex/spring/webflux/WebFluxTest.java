package com.throttlex.spring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.spring.WebScenario;
import com.throttlex.store.Store;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/** A reactive application on a server that has one thread. */
class WebFluxTest extends WebScenario {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final HeldStore STORE = new HeldStore();
  private static volatile CountDownLatch hanging = new CountDownLatch(1);

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    ReactorResourceFactory oneThread() {
      ReactorResourceFactory resources = new ReactorResourceFactory();
      resources.setUseGlobalResources(false);
      resources.setLoopResourcesSupplier(() -> LoopResources.create("lone-loop", 1, true));
      return resources;
    }

    @Bean(destroyMethod = "")
    Store store() {
      return STORE;
    }

    @Bean
    ExchangeDescriber region() {
      return (exchange, to) ->
          to.attribute("region", exchange.getRequest().getHeaders().getFirst("Region"));
    }

    @GetMapping({"/hello", "/exact", "/region", "/delayed", "/held", "/slot/quick"})
    Mono<String> thread() {
      return Mono.fromSupplier(() -> Thread.currentThread().getName());
    }

    @GetMapping({"/fail", "/slot/fail"})
    Mono<String> fail() {
      return Mono.error(new IllegalStateException("a failure that the test wants"));
    }

    @GetMapping("/slot/hang")
    Mono<String> hang() {
      return Mono.<String>never().doOnSubscribe(subscribed -> hanging.countDown());
    }
  }

  WebFluxTest() {
    super(WebApplicationType.REACTIVE, Shop.class);
  }

  @Test
  void request_isDecidedWithoutChangingThreads() {
    assertThat(app.get("/hello").body()).startsWith("lone-loop");
  }

  @Test
  void requests_thatHaveToWait_holdNoThread() {
    long start = System.nanoTime();
    List<CompletableFuture<HttpResponse<String>>> delayed =
        IntStream.range(0, 40).mapToObj(i -> ask("/delayed")).toList();
    Await.until("the first answer", () -> delayed.stream().anyMatch(CompletableFuture::isDone));
    assertThat(app.get("/hello").statusCode()).isEqualTo(200);
    assertThat(delayed).anyMatch(answer -> !answer.isDone());
    assertThat(delayed).allMatch(answer -> answer.join().statusCode() == 200);
    // one after the other they would have to wait 39 s
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(30));
  }

  @Test
  void slot_isFreeAgain_whenTheAnswerIsCompleteOrHasFailed() {
    for (int i = 0; i < 3; i++) {
      Await.until("a quick call admitted", () -> app.get("/slot/quick").statusCode() == 200);
      Await.until("a failing call admitted", () -> app.get("/slot/fail").statusCode() == 500);
    }
  }

  @Test
  void slot_isFreeAgain_whenTheClientIsGone() throws Exception {
    Await.until("a quick call admitted", () -> app.get("/slot/quick").statusCode() == 200);
    Await.until("a free slot", this::isSlotFree);
    hanging = new CountDownLatch(1);
    try (Socket client = send("/slot/hang")) {
      assertThat(hanging.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(app.get("/slot/quick").statusCode()).isEqualTo(429);
      assertThat(client.isConnected()).isTrue();
    }
    Await.until("a free slot", this::isSlotFree);
  }

  @Test
  void store_thatIsSlow_holdsNoThreadAndNothingForClientsThatAreGone() throws Exception {
    STORE.hold();
    List<CompletableFuture<HttpResponse<String>>> held =
        IntStream.range(0, 5).mapToObj(i -> ask("/held")).toList();
    Await.until("five held requests", () -> STORE.held() == 5);
    try (Socket client = send("/slot/hang")) {
      Await.until("six held requests", () -> STORE.held() == 6);
      STORE.holdNoMore();
      assertThat(app.get("/hello").statusCode()).isEqualTo(200);
      assertThat(held).noneMatch(CompletableFuture::isDone);
      assertThat(client.isConnected()).isTrue();
    }
    // one more answer of the only thread: it has seen the end of the client
    Await.until("an answer of the loop", () -> app.get("/hello").statusCode() == 200);
    STORE.answer();
    assertThat(held).allMatch(answer -> answer.join().statusCode() == 200);
    assertThat(held).allMatch(answer -> answer.join().body().startsWith("parallel-"));
    Await.until("a free slot", this::isSlotFree);
  }

  @Test
  void store_thatCannotDecide_makesA503() {
    STORE.fail(true);
    try {
      HttpResponse<String> answer = app.get("/hello");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("store: gone");
    } finally {
      STORE.fail(false);
    }
  }

  private boolean isSlotFree() {
    return app.bean(ThrottleX.class).inspect("slot|ip=127.0.0.1").stream()
        .allMatch(limit -> limit.remaining() == 1);
  }

  private CompletableFuture<HttpResponse<String>> ask(String path) {
    return CLIENT.sendAsync(
        HttpRequest.newBuilder(app.uri(path)).timeout(Duration.ofSeconds(60)).build(),
        BodyHandlers.ofString());
  }

  /** A connection on which nothing but a request was sent. */
  private Socket send(String path) throws IOException {
    URI uri = app.uri(path);
    Socket socket = new Socket(uri.getHost(), uri.getPort());
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }
}
