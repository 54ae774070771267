package com.throttlex.spring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.servlet.Peer;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

/** Requests of tests without a server; {@code ForwardedAddressesTest} has those of servers. */
class ExchangePeersTest {
  private static final ServerHttpRequest REQUEST =
      MockServerHttpRequest.get("/")
          .remoteAddress(new InetSocketAddress("192.0.2.1", 1))
          .header("X-Forwarded-For", "198.51.100.1", "198.51.100.2")
          .header("Forwarded", "for=198.51.100.3")
          .build();

  @Test
  void request_withoutAServer_isFromTheAddressThatItSays() {
    Peer expected = new Peer("192.0.2.1", "for=198.51.100.3", "198.51.100.1,198.51.100.2");
    assertThat(ExchangePeers.of(REQUEST)).isEqualTo(expected);
    assertThat(ExchangePeers.of(new ServerHttpRequestDecorator(REQUEST))).isEqualTo(expected);
    assertThat(ExchangePeers.of(REQUEST.mutate().path("/a").build())).isEqualTo(expected);
  }

  @Test
  void request_withoutAnyAddress_hasAnEmptyOne() {
    assertThat(ExchangePeers.of(MockServerHttpRequest.get("/").build()))
        .isEqualTo(new Peer("", null, null));
  }
}
