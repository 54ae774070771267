package com.throttlex.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import com.throttlex.spring.WithoutLibraries;
import com.throttlex.spring.refresh.RuleRefresh;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

class AbsentLibrariesTest {
  private static final Pattern ABSENT =
      Pattern.compile(".*/(spring-boot-(actuator|health|micrometer)|spring-cloud)[^/]*\\.jar");

  /** An application without the libraries, with its own class loader. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  public static class Bare {
    /** Starts; returns whether rules can be reloaded and which beans of ThrottleX exist. */
    public static String run() {
      try (App app = App.plain(Bare.class)) {
        return app.bean(RuleRefresh.class).refresh()
            + String.join(" ", app.context().getBeanDefinitionNames());
      }
    }
  }

  @Test
  void application_withoutActuatorAndSpringCloud_startsAndCanRefresh() throws Exception {
    assertThat(WithoutLibraries.run(ABSENT, Bare.class))
        .startsWith("true")
        .contains("throttlexRuleRefresh")
        .doesNotContain("throttlexEndpoint", "throttlexHealth", "throttlexEnvironmentChange");
  }
}
