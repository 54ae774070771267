package com.throttlex.spring.webflux;

import com.throttlex.admission.Admission;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.Refusal;
import com.throttlex.http.RequestReader;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.servlet.Peer;
import com.throttlex.spring.reactive.Later;
import com.throttlex.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Limits the requests of a reactive application: each is decided once, and no thread ever waits.
 *
 * <p>Every response shows the client its limits. A denied request gets 429 and a problem body, or
 * 503 if it is shed; a malformed one gets 400, and one that the store cannot decide gets 503.
 * Concurrency slots are released when the response is complete, has failed, or was cancelled. The
 * outcome is a health signal for adaptive limits.
 */
public final class ThrottleXWebFilter implements WebFilter, Ordered {
  private final WebFilterSettings settings;
  private final boolean completes;
  private final int order;

  private ThrottleXWebFilter(WebFilterSettings settings, boolean completes, int order) {
    this.settings = settings;
    this.completes = completes;
    this.order = order;
  }

  /**
   * Creates the filter for the first phase, before the filter that authenticates. If admissions
   * have one phase, the later filter decides everything, because it knows the user.
   */
  public static ThrottleXWebFilter beforeAuthentication(WebFilterSettings settings, int order) {
    return new ThrottleXWebFilter(settings, false, order);
  }

  /** Creates the filter that decides the second phase, or all rules if there was no first phase. */
  public static ThrottleXWebFilter of(WebFilterSettings settings, int order) {
    return new ThrottleXWebFilter(settings, true, order);
  }

  @Override
  public int getOrder() {
    return order;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    WebFluxPassage passage = WebFluxPassage.of(exchange);
    boolean starts = passage.admission() == null;
    boolean early = !completes && !settings.admissions().hasTwoPhases();
    if (early || (!starts && (!completes || passage.isCompleted()))) {
      return chain.filter(exchange);
    }
    Mono<Void> passed =
        decide(exchange, passage)
            .map(admission -> next(exchange, chain, admission))
            .onErrorResume(InvalidRequestException.class, e -> malformed(exchange, e))
            .onErrorResume(StoreUnavailableException.class, e -> undecided(exchange, e))
            .flatMap(Function.identity());
    return starts ? ended(passed, exchange, passage) : passed;
  }

  private static Mono<Void> ended(
      Mono<Void> passed, ServerWebExchange exchange, WebFluxPassage passage) {
    ServerHttpResponse response = exchange.getResponse();
    return passed
        .doOnSuccess(done -> passage.end(AnswerOutcome.of(response)))
        .doOnError(failure -> passage.end(AnswerOutcome.of(failure)))
        .doOnCancel(() -> passage.end(AnswerOutcome.ofCancelled(response)));
  }

  private Mono<Admission> decide(ServerWebExchange exchange, WebFluxPassage passage) {
    if (!completes) {
      return answer(() -> begun(context(exchange, null), passage));
    }
    return exchange
        .getPrincipal()
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(user -> answer(() -> completed(context(exchange, user.orElse(null)), passage)));
  }

  /** The passage ends a decision that comes too late. */
  private static Mono<Admission> answer(Supplier<CompletionStage<Admission>> question) {
    return Later.answer(question, late -> {});
  }

  private CompletionStage<Admission> begun(RequestContext context, WebFluxPassage passage) {
    Admission begun = passage.admission();
    return begun == null
        ? settings.admissions().begin(context).thenApply(passage::begin)
        : CompletableFuture.completedFuture(begun);
  }

  private CompletionStage<Admission> completed(RequestContext context, WebFluxPassage passage) {
    return begun(context, passage)
        .thenCompose(begun -> settings.admissions().complete(begun, context))
        .thenApply(passage::complete);
  }

  private RequestContext context(ServerWebExchange exchange, @Nullable Principal user) {
    ServerHttpRequest request = exchange.getRequest();
    Peer peer = ExchangePeers.of(request);
    HttpHeaders headers = request.getHeaders();
    RequestContextBuilder context =
        settings
            .reader()
            .read(
                peer.address(),
                request.getMethod().name(),
                path(request),
                name -> RequestReader.isList(name) ? peer.header(name) : headers.getFirst(name));
    settings.principals().describe(user, context);
    settings.describer().describe(exchange, context);
    return context.build();
  }

  /** Returns the path after the application's context path, as its own mappings see it. */
  private static String path(ServerHttpRequest request) {
    String path = request.getPath().pathWithinApplication().value();
    return path.isEmpty() ? "/" : path;
  }

  /** Continues with a request that was decided. */
  private Mono<Void> next(ServerWebExchange exchange, WebFilterChain chain, Admission admission) {
    HttpHeaders headers = exchange.getResponse().getHeaders();
    settings.headers().render(admission.decision(), headers::set);
    if (!admission.allowed()) {
      return refuse(exchange, Refusal.denied(admission.decision()));
    }
    long delay = completes ? admission.delayNanos() : 0;
    Mono<Void> rest = chain.filter(exchange);
    return delay > 0 ? Mono.delay(Duration.ofNanos(delay)).then(rest) : rest;
  }

  private Mono<Mono<Void>> malformed(ServerWebExchange exchange, InvalidRequestException e) {
    return Mono.just(refuse(exchange, Refusal.malformed(e, settings.time().nanos())));
  }

  private Mono<Mono<Void>> undecided(ServerWebExchange exchange, StoreUnavailableException e) {
    return Mono.just(refuse(exchange, Refusal.undecided(e, settings.time().nanos())));
  }

  private static Mono<Void> refuse(ServerWebExchange exchange, Refusal refusal) {
    ServerHttpResponse response = exchange.getResponse();
    byte[] bytes = refusal.body().getBytes(StandardCharsets.UTF_8);
    response.setStatusCode(HttpStatusCode.valueOf(refusal.status()));
    response.getHeaders().set(HttpHeaders.CONTENT_TYPE, ProblemJson.MEDIA_TYPE);
    response.getHeaders().setContentLength(bytes.length);
    return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)));
  }
}
