package com.throttlex.proxy.stored;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * A JSON head and a body as bytes: the length of the head in four bytes, the head, the body.
 *
 * @param head the head
 * @param body the body
 */
record Framed(JsonObject head, Buffer body) {
  private static final int LENGTH_BYTES = 4;

  byte[] bytes() {
    Buffer text = head.toBuffer();
    return Buffer.buffer(LENGTH_BYTES + text.length() + body.length())
        .appendInt(text.length())
        .appendBuffer(text)
        .appendBuffer(body)
        .getBytes();
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @throws RuntimeException if it is something else
   */
  static Framed parse(byte[] bytes) {
    Buffer all = Buffer.buffer(bytes);
    int length = all.getInt(0);
    if (length < 0 || length > all.length() - LENGTH_BYTES) { // before memory is reserved for it
      throw new IllegalArgumentException("head: " + length + " bytes of " + all.length());
    }
    int end = LENGTH_BYTES + length;
    return new Framed(
        new JsonObject(all.getBuffer(LENGTH_BYTES, end)), all.getBuffer(end, all.length()));
  }

  /** Returns headers as JSON: an array of names and values in turns. */
  static JsonArray json(MultiMap headers) {
    JsonArray list = new JsonArray();
    for (Map.Entry<String, String> header : headers) {
      list.add(header.getKey()).add(header.getValue());
    }
    return list;
  }

  /** Reads what {@link #json} wrote. */
  static MultiMap headers(JsonArray list) {
    MultiMap headers = HttpHeaders.headers();
    for (int i = 0; i < list.size(); i += 2) {
      headers.add(list.getString(i), list.getString(i + 1));
    }
    return headers;
  }
}
