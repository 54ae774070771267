package com.throttlex.proxy.stored;

import com.throttlex.proxy.AsyncPreference;
import com.throttlex.proxy.ProxyExchange;
import com.throttlex.proxy.ProxyPath;
import com.throttlex.request.Addresses;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it is stored: what the upstream gets, and the request as the rules saw it.
 *
 * <p>Both contain the credentials of the caller: the upstream needs them, and rules may count by
 * them. So they are only written to the store, never to a log or an answer.
 *
 * @param headers the headers for the upstream, with those of the proxy
 * @param host the host that the client named, or null
 * @param context the request as rules see it, with the identity that it was accepted with
 */
record StoredCall(
    HttpMethod method,
    ProxyPath path,
    MultiMap headers,
    @Nullable String host,
    RequestContext context,
    Buffer body) {

  /** Returns the call of an exchange whose body was read. */
  static StoredCall of(ProxyExchange exchange, Buffer body) {
    MultiMap headers = exchange.upstreamHeaders();
    AsyncPreference.remove(headers); // the upstream must not apply it again
    headers.remove(HttpHeaders.CONTENT_LENGTH).remove(HttpHeaders.HOST);
    return new StoredCall(
        exchange.request().method(),
        exchange.path(),
        headers,
        exchange.host(),
        exchange.context(),
        body);
  }

  byte[] bytes() {
    JsonObject head =
        new JsonObject()
            .put("method", method.name())
            .put("normal", path.normal())
            .put("forwarded", path.forwarded())
            .put("query", path.query())
            .put("host", host)
            .put("headers", Framed.json(headers))
            .put("context", json(context));
    return new Framed(head, body).bytes();
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @throws RuntimeException if it is something else
   */
  static StoredCall parse(byte[] bytes) {
    Framed framed = Framed.parse(bytes);
    JsonObject head = framed.head();
    return new StoredCall(
        HttpMethod.valueOf(head.getString("method")),
        new ProxyPath(
            head.getString("normal"), head.getString("forwarded"), head.getString("query")),
        Framed.headers(head.getJsonArray("headers")),
        head.getString("host"),
        context(head.getJsonObject("context")),
        framed.body());
  }

  /** Returns a text about the request without secrets, for administrators. */
  String summary() {
    return new JsonObject()
        .put("service", context.service())
        .put("method", method.name())
        .put("endpoint", path.normal())
        .put("bytes", body.length())
        .encode();
  }

  private static JsonObject json(RequestContext context) {
    JsonObject json = new JsonObject();
    for (RequestField field : RequestField.ALL) {
      Object value = field == RequestField.IDEMPOTENCY_KEY ? null : field.get(context);
      if (value instanceof Map<?, ?> entries) {
        JsonObject map = new JsonObject();
        entries.forEach((name, text) -> map.put((String) name, text));
        json.put(field.text(), map);
      } else if (value != null) {
        json.put(field.text(), value);
      }
    }
    return json;
  }

  /** Reads a request; its cost is read from its answer, as that of every request of the proxy. */
  private static RequestContext context(JsonObject json) {
    RequestContextBuilder builder =
        RequestContext.builder().ipv6Prefix(Addresses.ALL_BITS); // the address is already reduced
    for (RequestField field : RequestField.ALL) {
      if (json.containsKey(field.text())) {
        Object value =
            switch (field.kind()) {
              case NUMBER -> json.getLong(field.text());
              case MAP -> json.getJsonObject(field.text()).getMap();
              default -> json.getValue(field.text());
            };
        field.set(builder, value);
      }
    }
    return builder.metered(true).build();
  }
}
