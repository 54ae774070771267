package com.throttlex.benchmarks.filter;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response that keeps only headers and the status. */
final class BareResponse extends HttpServletResponseWrapper {
  private static final HttpServletResponse NOTHING = Nothing.of(HttpServletResponse.class);

  private final Map<String, String> headers = new HashMap<>();
  private int status = SC_OK;

  BareResponse() {
    super(NOTHING);
  }

  @Override
  public void setHeader(String name, String value) {
    headers.put(name, value);
  }

  @Override
  public @Nullable String getHeader(String name) {
    return headers.get(name);
  }

  @Override
  public void setStatus(int status) {
    this.status = status;
  }

  @Override
  public int getStatus() {
    return status;
  }
}
