package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests that pages of other sites can make a browser send. */
class OriginTest {
  private static final String BODY = "{\"user\":\"u\",\"endpoint\":\"/five\"}";

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static int post(String path, String... headers) throws IOException {
    StringBuilder head =
        new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    head.append("Content-Length: ").append(BODY.length()).append("\r\n\r\n").append(BODY);
    try (RawHttp raw = server.raw()) {
      return raw.send(head.toString()).answer().status();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/check",
        "/throttle/check",
        "/api/v1/check/batch",
        "/api/v1/settle",
        "/api/v1/extend",
        "/json"
      })
  void jsonRoute_calledFromAnotherSite_isForbidden(String path) throws IOException {
    for (String origin :
        new String[] {
          "https://evil.example",
          "null",
          "http://127.0.0.1",
          "http://127.0.0.1:80800",
          "http://127.0.0.1:8080.evil.example",
          "http://127.0.0.1:8080@evil.example"
        }) {
      assertThat(post(path, "Origin: " + origin, "Content-Type: application/json"))
          .as(origin)
          .isEqualTo(403);
    }
    assertThat(post(path, "Origin: http://127.0.0.1:8080", "Content-Type: application/json"))
        .isNotIn(403, 415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/plain;charset=UTF-8",
        "multipart/form-data; boundary=x",
        "text/html",
        "application/xml",
        "application/jsonx",
        "x"
      })
  void body_ofAnotherTypeThanJson_isUnsupported(String type) throws IOException {
    for (String path : new String[] {"/api/v1/check", "/api/v1/check/batch", "/api/v1/settle"}) {
      assertThat(post(path, "Content-Type: " + type)).isEqualTo(415);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/vnd.api+json",
        "application/x-www-form-urlencoded"
      })
  void body_ofJsonOrOfCurl_isRead(String type) throws IOException {
    assertThat(post("/api/v1/check", "Content-Type: " + type)).isIn(200, 429);
  }

  @Test
  void refusedRequest_chargesNothing() throws IOException {
    long before = server.remaining("u", "/five");
    post("/api/v1/check", "Origin: https://evil.example");
    post("/api/v1/check", "Content-Type: text/plain");
    assertThat(server.remaining("u", "/five")).isEqualTo(before);
  }
}
