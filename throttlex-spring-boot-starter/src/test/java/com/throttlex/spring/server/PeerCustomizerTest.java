package com.throttlex.spring.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.spring.InvalidThrottleXException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.server.AbstractConfigurableWebServerFactory;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.env.MockEnvironment;

/** Servers in which the peer cannot be kept, such as Jetty. */
class PeerCustomizerTest {
  private static final String STRATEGY = "server.forward-headers-strategy";

  private static final class OtherServer extends AbstractConfigurableWebServerFactory {}

  private static final class OtherReactiveServer extends AbstractReactiveWebServerFactory {
    @Override
    public WebServer getWebServer(HttpHandler handler) {
      throw new AssertionError("nothing is started here");
    }
  }

  private static void customize(
      ConfigurableWebServerFactory factory, String property, String value) {
    new PeerCustomizer(new MockEnvironment().withProperty(property, value)).customize(factory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "NATIVE", " Native "})
  void otherServer_thatReplacesThePeer_isRefused(String value) {
    assertThatThrownBy(() -> customize(new OtherServer(), STRATEGY, value))
        .isInstanceOf(InvalidThrottleXException.class)
        .hasMessage(
            "server.forward-headers-strategy: native (expected: none or framework with this"
                + " server; name your proxies in throttlex.identity.trusted-proxies)");
  }

  @Test
  void otherServer_onACloudPlatform_isRefusedUntilAStrategyIsSet() {
    assertThatThrownBy(
            () -> customize(new OtherServer(), "spring.main.cloud-platform", "kubernetes"))
        .hasMessageStartingWith(
            "server.forward-headers-strategy: native by default on KUBERNETES (expected: none");
    MockEnvironment none =
        new MockEnvironment()
            .withProperty("spring.main.cloud-platform", "kubernetes")
            .withProperty(STRATEGY, "none");
    assertThatCode(() -> new PeerCustomizer(none).customize(new OtherServer()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "framework"})
  void otherReactiveServer_withAnyForwarding_isRefused(String value) {
    assertThatThrownBy(() -> customize(new OtherReactiveServer(), STRATEGY, value))
        .hasMessageStartingWith(STRATEGY + ": " + value + " (expected: none with this server;");
  }

  @Test
  void otherServer_whosePeerCanBeRead_isAccepted() {
    assertThatCode(
            () -> {
              customize(new OtherServer(), STRATEGY, "framework");
              customize(new OtherServer(), STRATEGY, "none");
              customize(new OtherReactiveServer(), STRATEGY, "none");
              customize(new OtherReactiveServer(), "spring.main.cloud-platform", "none");
            })
        .doesNotThrowAnyException();
  }
}
