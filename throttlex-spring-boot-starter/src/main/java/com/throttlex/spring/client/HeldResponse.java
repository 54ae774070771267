package com.throttlex.spring.client;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** A response that releases its call's concurrency slots when it is closed. */
final class HeldResponse implements ClientHttpResponse {
  private final ClientHttpResponse response;
  private final Runnable closed;

  HeldResponse(ClientHttpResponse response, Runnable closed) {
    this.response = response;
    this.closed = closed;
  }

  @Override
  public HttpStatusCode getStatusCode() throws IOException {
    return response.getStatusCode();
  }

  @Override
  public String getStatusText() throws IOException {
    return response.getStatusText();
  }

  @Override
  public HttpHeaders getHeaders() {
    return response.getHeaders();
  }

  @Override
  public InputStream getBody() throws IOException {
    return response.getBody();
  }

  @Override
  public void close() {
    try {
      response.close();
    } finally {
      closed.run();
    }
  }
}
