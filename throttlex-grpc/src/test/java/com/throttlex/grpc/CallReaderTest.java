package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RequestReader;
import com.throttlex.request.RequestContext;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Settlement;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The fields of real calls, as rules see them. */
class CallReaderTest {
  private static final Metadata.Key<String> USER =
      Metadata.Key.of("x-user", Metadata.ASCII_STRING_MARSHALLER);

  private final RuleBook rules =
      RuleBook.of(
          Rule.builder("t").key("header:X-Tenant").limits("1/1s").build(),
          Rule.builder("odd").key("header:odd!name").limits("1/1s").build());

  /** Admits every request, and records it. */
  private static final class Noting implements Decider {
    final List<RequestContext> requests = new CopyOnWriteArrayList<>();

    @Override
    public CompletionStage<Decision> checkAsync(RequestContext request) {
      requests.add(request);
      return CompletableFuture.completedFuture(Decision.withoutRules(true, 0));
    }

    @Override
    public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
      throw new AssertionError("nothing was reserved");
    }

    @Override
    public CompletionStage<?> release(Decision decision, Outcome outcome) {
      throw new AssertionError("nothing was reserved");
    }
  }

  private RequestContext read(RequestReader reader, String... metadata) throws Exception {
    Metadata sent = new Metadata();
    for (int i = 0; i < metadata.length; i += 2) {
      sent.put(Metadata.Key.of(metadata[i], Metadata.ASCII_STRING_MARSHALLER), metadata[i + 1]);
    }
    Noting noting = new Noting();
    ThrottleXServerInterceptor interceptor =
        ThrottleXServerInterceptor.of(Admissions.by(noting), reader)
            .describedBy((call, headers, request) -> request.user(headers.get(USER)).cost(3));
    try (EchoSite site = new EchoSite(interceptor)) {
      assertThat(site.call("Say", sent, "x").code()).isEqualTo(Code.OK);
    }
    assertThat(noting.requests).hasSize(1);
    return noting.requests.get(0);
  }

  @Test
  void call_isAPostOfItsMethod_fromItsPeer() throws Exception {
    RequestContext request = read(RequestReader.simple(() -> rules), "x-forwarded-for", "9.9.9.9");
    assertThat(request.endpoint()).isEqualTo("/test.echo/say");
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.service()).isEqualTo("test.Echo");
    assertThat(request.ip()).isEqualTo("127.0.0.1");
    assertThat(request.user()).isNull();
    assertThat(request.apiKey()).isNull();
    assertThat(request.cost()).isEqualTo(3);
    assertThat(request.headers()).isEmpty();
  }

  @Test
  void metadata_givesApiKeyHeadersAndWhatTheDescriptionReads() throws Exception {
    RequestContext request =
        read(
            RequestReader.simple(() -> rules),
            "x-api-key",
            "k-1",
            "x-api-key",
            "k-2",
            "x-tenant",
            "a",
            "x-tenant",
            "b",
            "x-user",
            "u-1");
    assertThat(request.apiKey()).isEqualTo("k-1");
    assertThat(request.header("X-Tenant")).isEqualTo("a");
    assertThat(request.user()).isEqualTo("u-1");
  }

  @Test
  void address_behindATrustedProxy_isTheClients() throws Exception {
    RequestReader reader =
        new RequestReader(
            TrustedProxies.of(List.of("127.0.0.0/8"), 64),
            64,
            "api-token",
            null,
            () -> rules.countedHeaders());
    assertThat(read(reader, "x-forwarded-for", "6.6.6.6, 9.9.9.9").ip()).isEqualTo("9.9.9.9");
    assertThat(read(reader, "x-forwarded-for", "6.6.6.6", "x-forwarded-for", "9.9.9.9").ip())
        .isEqualTo("9.9.9.9");
    assertThat(read(reader, "forwarded", "for=8.8.8.8", "api-token", "t").ip())
        .isEqualTo("8.8.8.8");
    assertThat(read(reader, "api-token", "t").apiKey()).isEqualTo("t");
  }
}
