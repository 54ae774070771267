package com.throttlex.servlet;

import com.throttlex.http.RequestReader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The peer of a request's connection, and the headers in which it forwards the client's address.
 *
 * @param address the remote address of the socket
 * @param forwarded all {@code Forwarded} headers, joined by commas in the order received
 * @param xForwardedFor all {@code X-Forwarded-For} headers, likewise
 */
public record Peer(String address, @Nullable String forwarded, @Nullable String xForwardedFor) {
  private static final String FORWARDED = "Forwarded";
  private static final String X_FORWARDED_FOR = "X-Forwarded-For";

  /** Returns the peer at an address that sent these headers. */
  public static Peer of(
      String address, Function<String, ? extends @Nullable Iterable<String>> headers) {
    return new Peer(
        address,
        RequestReader.value(FORWARDED, headers.apply(FORWARDED)),
        RequestReader.value(X_FORWARDED_FOR, headers.apply(X_FORWARDED_FOR)));
  }

  /** Returns the value of {@code Forwarded} or {@code X-Forwarded-For}, or null. */
  public @Nullable String header(String name) {
    return name.equals(FORWARDED) ? forwarded : xForwardedFor;
  }
}
