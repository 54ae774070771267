package com.throttlex.spring.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import com.throttlex.spring.WithoutLibraries;
import java.util.regex.Pattern;
import org.apache.catalina.valves.RemoteIpValve;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Applications that have the libraries of one server only, unlike the other tests. */
class OneServerTest {
  private static final Pattern ALL_BUT_NETTY =
      Pattern.compile(
          ".*/(jakarta\\.servlet|tomcat-|spring-webmvc|spring-boot-(tomcat|servlet|webmvc))[^/]*\\.jar");
  private static final Pattern NETTY =
      Pattern.compile(".*/(reactor-netty|spring-boot-reactor-netty|spring-cloud)[^/]*\\.jar");

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  public static class Shop {
    @GetMapping("/")
    public String hello() {
      return "hello";
    }

    /** Starts an application, and counts the requests that are allowed. */
    public static String run() {
      try (App app =
          App.reactive(
              Shop.class,
              "server.forward-headers-strategy=native",
              "throttlex.rules.hello.limits=3/1h")) {
        return "allowed " + app.count(200, 9, "/", "X-Forwarded-For", "198.51.100.1");
      }
    }
  }

  @Test
  void reactiveApplication_withNettyAlone_isLimited() throws Exception {
    assertThat(WithoutLibraries.run(ALL_BUT_NETTY, Shop.class)).isEqualTo("allowed 3");
  }

  /** Does not start Tomcat, because it runs in only one class loader of a process. */
  public static final class Tomcat {
    private Tomcat() {}

    /** Prepares a server, and returns the name of its first valve. */
    public static String run() {
      TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
      factory.addEngineValves(new RemoteIpValve());
      new PeerCustomizer(new MockEnvironment()).customize(factory);
      return factory.getEngineValves().iterator().next().getClass().getSimpleName();
    }
  }

  @Test
  void tomcat_withoutNetty_keepsPeersBeforeItReplacesThem() throws Exception {
    assertThat(WithoutLibraries.run(NETTY, Tomcat.class)).isEqualTo("PeerValve");
  }
}
