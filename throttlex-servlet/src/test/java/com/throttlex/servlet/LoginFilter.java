package com.throttlex.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;

/** Accepts the header {@code X-User} as login; rejects requests without it. */
final class LoginFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    String user = http.getHeader("X-User");
    if (user == null) {
      ((HttpServletResponse) response).sendError(401);
    } else {
      chain.doFilter(new LoggedIn(http, user), response);
    }
  }

  private static final class LoggedIn extends HttpServletRequestWrapper {
    private final String user;

    LoggedIn(HttpServletRequest request, String user) {
      super(request);
      this.user = user;
    }

    @Override
    public Principal getUserPrincipal() {
      return () -> user;
    }
  }
}
