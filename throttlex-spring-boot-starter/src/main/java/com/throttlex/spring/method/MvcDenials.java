package com.throttlex.spring.method;

import com.throttlex.spring.RateLimitedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Answers denials in MVC applications, unless an exception handler of the application does. */
final class MvcDenials implements HandlerExceptionResolver, Ordered {
  private final DenialAnswer answer;

  MvcDenials(DenialAnswer answer) {
    this.answer = answer;
  }

  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    RateLimitedException denial = DenialAnswer.find(failure);
    if (denial == null || response.isCommitted()) {
      return null;
    }
    try {
      answer(response, denial);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ModelAndView();
  }

  private void answer(HttpServletResponse response, RateLimitedException denial)
      throws IOException {
    byte[] body = DenialAnswer.body(denial);
    response.setStatus(DenialAnswer.status(denial));
    answer.headers(denial, response::setHeader);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
