package com.throttlex.proxy.stored;

import com.throttlex.proxy.ProxyHeaders;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;

/**
 * The upstream's answer to a stored request, as it is kept.
 *
 * @param status the status
 * @param headers the headers for the client
 * @param length the number of bytes of the body
 * @param body the body; empty if it has more than {@link #MOST_BYTES}, was cut, or had no room
 * @param cut whether the answer was cut because its cost did not fit the limits
 */
record StoredAnswer(int status, MultiMap headers, long length, Buffer body, boolean cut) {
  /** The largest body that is kept. */
  static final int MOST_BYTES = 1 << 20;

  /** Returns the answer to keep. */
  static StoredAnswer of(HttpClientResponse response, long length, Buffer body, boolean cut) {
    MultiMap headers = HttpHeaders.headers();
    ProxyHeaders.toClient(response.headers(), response.version(), headers);
    headers.remove(HttpHeaders.CONTENT_LENGTH);
    Buffer kept = length <= MOST_BYTES && !cut ? body : Buffer.buffer();
    return new StoredAnswer(response.statusCode(), headers, length, kept, cut);
  }

  /** Returns why the body is not kept. */
  String missing() {
    if (cut) {
      return "The answer was cut off, because its cost did not fit the limits.";
    }
    return length > MOST_BYTES
        ? "The body is not kept: more than " + MOST_BYTES + " bytes."
        : "The body is not kept: no room for further answers of this route.";
  }

  /** Returns the status and the length alone; an answer without a body is brief already. */
  StoredAnswer brief() {
    return length == 0
        ? this
        : new StoredAnswer(status, HttpHeaders.headers(), length, Buffer.buffer(), cut);
  }

  boolean isWhole() {
    return !cut && length == body.length();
  }

  byte[] bytes() {
    JsonObject head =
        new JsonObject()
            .put("status", status)
            .put("length", length)
            .put("cut", cut)
            .put("headers", Framed.json(headers));
    return new Framed(head, body).bytes();
  }

  /** Reads what {@link #bytes} wrote. */
  static StoredAnswer parse(byte[] bytes) {
    Framed framed = Framed.parse(bytes);
    JsonObject head = framed.head();
    return new StoredAnswer(
        head.getInteger("status"),
        Framed.headers(head.getJsonArray("headers")),
        head.getLong("length"),
        framed.body(),
        head.getBoolean("cut", false));
  }
}
