package com.throttlex.proxy;

import java.util.Map;

/** A request that is refused before it is decided, with the answer to it. */
public final class ProxyRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient Map<String, String> headers;

  /** Creates a refusal with a status, headers, and a detail for the client. */
  public ProxyRefusedException(int status, Map<String, String> headers, String detail) {
    super(detail, null, false, false);
    this.status = status;
    this.headers = Map.copyOf(headers);
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** The headers of the answer. */
  public Map<String, String> headers() {
    return headers;
  }
}
