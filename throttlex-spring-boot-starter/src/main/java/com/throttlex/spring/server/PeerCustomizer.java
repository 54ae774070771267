package com.throttlex.spring.server;

import com.throttlex.spring.InvalidThrottleXException;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.reactive.ConfigurableReactiveWebServerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Keeps the peers of requests in Tomcat, and rejects servers that would hide them.
 *
 * <p>{@code server.forward-headers-strategy: native}, the default on cloud platforms, makes the
 * server replace a client's address by one from a header. In Tomcat a valve keeps the peer before
 * that. Requests of Reactor Netty keep their connection. Any other server loses the peer. With
 * {@code framework}, Spring replaces the address: in a reactive application the peer is then lost
 * too, in a servlet application the container's request still has it.
 */
final class PeerCustomizer
    implements WebServerFactoryCustomizer<ConfigurableWebServerFactory>, Ordered {
  private static final String STRATEGY = "server.forward-headers-strategy";
  private static final boolean TOMCAT =
      isPresent("org.springframework.boot.tomcat.TomcatWebServerFactory");
  private static final boolean NETTY =
      isPresent("org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory");

  private final Environment environment;

  PeerCustomizer(Environment environment) {
    this.environment = environment;
  }

  private static boolean isPresent(String name) {
    return ClassUtils.isPresent(name, PeerCustomizer.class.getClassLoader());
  }

  /** Returns the last place, so that our valve comes before the valves of other customizers. */
  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(ConfigurableWebServerFactory factory) {
    if (TOMCAT && factory instanceof TomcatWebServerFactory) {
      PeerValve.putFirst(factory);
    } else if (!(NETTY && factory instanceof NettyReactiveWebServerFactory)) {
      requirePeers(factory instanceof ConfigurableReactiveWebServerFactory);
    }
  }

  private void requirePeers(boolean reactive) {
    String set = environment.getProperty(STRATEGY, "").strip().toLowerCase(Locale.ROOT);
    String strategy = set.isEmpty() ? usual() : set;
    if (strategy.startsWith("native") || (reactive && strategy.equals("framework"))) {
      String expected = reactive ? "none" : "none or framework";
      throw new InvalidThrottleXException(
          List.of(
              STRATEGY
                  + ": "
                  + strategy
                  + " (expected: "
                  + expected
                  + " with this server; name your proxies in throttlex.identity.trusted-proxies)"));
    }
  }

  /** Returns the strategy that Spring Boot uses when none is set. */
  private String usual() {
    CloudPlatform platform = CloudPlatform.getActive(environment);
    return platform != null && platform.isUsingForwardHeaders()
        ? "native by default on " + platform
        : "none";
  }
}
