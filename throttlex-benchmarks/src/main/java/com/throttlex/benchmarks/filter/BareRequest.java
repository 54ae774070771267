package com.throttlex.benchmarks.filter;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The smallest request of a browser. Headers are searched one by one, as containers do. */
final class BareRequest extends HttpServletRequestWrapper {
  private static final HttpServletRequest NOTHING = Nothing.of(HttpServletRequest.class);
  private static final String[] HEADERS = {
    "Host", "shop.example.com",
    "User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Accept", "application/json",
    "Accept-Language", "en-US,en;q=0.5",
    "Accept-Encoding", "gzip, deflate, br, zstd",
    "Referer", "https://shop.example.com/cart",
    "Connection", "keep-alive",
    "Cookie", "session=4a2f1c"
  };

  private final Map<String, Object> attributes = new HashMap<>();
  private final String address;

  BareRequest(String address) {
    super(NOTHING);
    this.address = address;
  }

  /** Returns null, because the container's own request wraps no other. */
  @Override
  public @Nullable ServletRequest getRequest() {
    return null;
  }

  @Override
  public String getRemoteAddr() {
    return address;
  }

  @Override
  public String getMethod() {
    return "GET";
  }

  @Override
  public String getContextPath() {
    return "";
  }

  @Override
  public String getRequestURI() {
    return "/api/v1/orders/4711";
  }

  @Override
  public @Nullable String getHeader(String name) {
    for (int i = 0; i < HEADERS.length; i += 2) {
      if (HEADERS[i].equalsIgnoreCase(name)) {
        return HEADERS[i + 1];
      }
    }
    return null;
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    String value = getHeader(name);
    return Collections.enumeration(value == null ? List.of() : List.of(value));
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return attributes.get(name);
  }

  @Override
  public void setAttribute(String name, Object value) {
    attributes.put(name, value);
  }

  @Override
  public @Nullable Principal getUserPrincipal() {
    return null;
  }

  @Override
  public boolean isAsyncSupported() {
    return true;
  }

  @Override
  public boolean isAsyncStarted() {
    return false;
  }

  @Override
  public DispatcherType getDispatcherType() {
    return DispatcherType.REQUEST;
  }
}
