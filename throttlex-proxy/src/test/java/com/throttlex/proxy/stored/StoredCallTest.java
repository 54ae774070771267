package com.throttlex.proxy.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.proxy.ProxyPath;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestField;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stored call is read as it was written, and its summary has no secrets. */
class StoredCallTest {
  private static final RequestContext CONTEXT =
      RequestContext.builder()
          .user("u-42")
          .ip("2001:db8::1")
          .apiKey("secret-key")
          .endpoint("/orders/a b")
          .method("POST")
          .service("orders")
          .tier("pro")
          .priority(Priority.HIGH)
          .cost(7)
          .attribute("host", "api.example.com")
          .header("x-tenant", "acme")
          .idempotencyKey("of the client")
          .reserve(true)
          .build();

  private static StoredCall call() {
    return call(CONTEXT);
  }

  private static StoredCall call(RequestContext context) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    headers.add("Authorization", "Bearer secret-token").add("X-Two", "1").add("X-Two", "2");
    byte[] body = {0, -1, 127, -128, 10};
    return new StoredCall(
        HttpMethod.POST,
        ProxyPath.parse("/orders/a%20b?token=secret-query"),
        headers,
        "api.example.com",
        context,
        Buffer.buffer(body));
  }

  @Test
  void call_whenRead_isWhatWasWritten() {
    StoredCall call = call();

    StoredCall read = StoredCall.parse(call.bytes());

    assertThat(read.method()).isEqualTo(call.method());
    assertThat(read.path()).isEqualTo(call.path());
    assertThat(read.host()).isEqualTo(call.host());
    assertThat(read.headers().getAll("x-two")).containsExactly("1", "2");
    assertThat(read.headers().get("authorization")).isEqualTo("Bearer secret-token");
    assertThat(read.body()).isEqualTo(call.body());
    for (RequestField field : RequestField.ALL) {
      boolean dropped = field == RequestField.IDEMPOTENCY_KEY;
      assertThat(field.get(read.context()))
          .as(field.text())
          .isEqualTo(dropped ? null : field.get(CONTEXT));
    }
  }

  @ParameterizedTest
  @CsvSource({"48, 2001:db8:1::/48", "64, 2001:db8:1:2::/64", "128, 2001:db8:1:2::3"})
  void address_whenRead_hasThePrefixThatItWasAcceptedWith(int prefix, String ip) {
    RequestContext context =
        RequestContext.builder().ip("2001:db8:1:2::3").ipv6Prefix(prefix).build();

    assertThat(StoredCall.parse(call(context).bytes()).context().ip())
        .isEqualTo(context.ip())
        .startsWith(ip);
  }

  @Test
  void summary_hasNoSecrets() {
    assertThat(call().summary())
        .isEqualTo(
            "{\"service\":\"orders\",\"method\":\"POST\",\"endpoint\":\"/orders/a%20b\",\"bytes\":5}");
  }
}
