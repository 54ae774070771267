package com.throttlex.servlet;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet that consists of one function. */
final class Page implements Servlet {
  /** Answers a request. */
  @FunctionalInterface
  interface Work {
    void answer(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException;
  }

  private final Work work;
  private ServletConfig config;

  Page(Work work) {
    this.work = work;
  }

  @Override
  public void init(ServletConfig config) {
    this.config = config;
  }

  @Override
  public ServletConfig getServletConfig() {
    return config;
  }

  @Override
  public void service(ServletRequest request, ServletResponse response)
      throws ServletException, IOException {
    work.answer((HttpServletRequest) request, (HttpServletResponse) response);
  }

  @Override
  public String getServletInfo() {
    return "a page of a test";
  }

  @Override
  public void destroy() {}
}
