package com.throttlex.spring;

import static com.throttlex.test.ThrottleXAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.throttlex.TimeSource;
import com.throttlex.test.ManualClock;
import com.throttlex.test.spring.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.main.web-application-type=servlet",
      "spring.cloud.gateway.server.webflux.enabled=false",
      "throttlex.rules.hello.limits=2/1h",
      "throttlex.rules.hello.algorithm=fixed-window",
      "throttlex.rules.hello.key[0]=ip"
    })
@ManualTime
class ManualTimeTest {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
        "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
        "org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration",
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
      })
  @RestController
  static class Shop {
    @GetMapping("/hello")
    String hello() {
      return "hello";
    }
  }

  @Autowired private ManualClock clock;
  @Autowired private TimeSource time;
  @LocalServerPort private int port;

  @Test
  void limit_whenTheClockWasMovedOn_isWholeAgain() throws Exception {
    assertThat(time).isSameAs(clock);
    assertThat(get()).isNotLimited();
    assertThat(get()).isNotLimited();
    HttpResponse<String> denied = get();
    assertThat(denied).isLimited().isLimitedBy("hello").hasRetryAfter(3600);
    assertFails(() -> assertThat(denied).isNotLimited(), "expected: any status but 429");
    assertFails(() -> assertThat(denied).isLimitedBy("other"), "expected: rule other");
    assertFails(() -> assertThat(denied).hasRetryAfter(1), "expected: Retry-After: 1");
    clock.advance(Duration.ofHours(1));
    HttpResponse<String> allowed = get();
    assertThat(allowed).isNotLimited();
    assertFails(() -> assertThat(allowed).isLimited(), "expected: status 429");
  }

  private HttpResponse<String> get() throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + "/hello");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static void assertFails(Runnable assertion, String message) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(assertion::run)
        .withMessageContaining(message);
  }
}
