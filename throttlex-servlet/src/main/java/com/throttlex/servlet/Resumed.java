package com.throttlex.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/**
 * A request that comes back from its delay. To later filters it looks like a first dispatch,
 * because they have not seen it yet.
 */
final class Resumed extends HttpServletRequestWrapper {
  Resumed(HttpServletRequest request) {
    super(request);
  }

  @Override
  public DispatcherType getDispatcherType() {
    return DispatcherType.REQUEST;
  }
}
