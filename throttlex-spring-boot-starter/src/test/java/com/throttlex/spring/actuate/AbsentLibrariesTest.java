package com.throttlex.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import com.throttlex.spring.refresh.RuleRefresh;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

class AbsentLibrariesTest {
  private static final Pattern ABSENT =
      Pattern.compile(".*/(spring-boot-(actuator|health|micrometer)|spring-cloud)[^/]*\\.jar");

  /** An application that has none of the libraries; loaded by a class loader of its own. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  public static class Bare {
    /** Starts, and says whether rules can be read again and which beans of ours there are. */
    public static String run() {
      try (App app = App.plain(Bare.class)) {
        return app.bean(RuleRefresh.class).refresh()
            + String.join(" ", app.context().getBeanDefinitionNames());
      }
    }
  }

  @Test
  void application_withoutActuatorAndSpringCloud_startsAndCanRefresh() throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    URL[] present =
        Arrays.stream(classPath.split(System.getProperty("path.separator")))
            .filter(entry -> !ABSENT.matcher(entry.replace('\\', '/')).matches())
            .map(AbsentLibrariesTest::url)
            .toArray(URL[]::new);
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader bare = new URLClassLoader(present, ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(bare);
      Object answer = bare.loadClass(Bare.class.getName()).getMethod("run").invoke(null);

      assertThat(String.valueOf(answer))
          .startsWith("true")
          .contains("throttlexRuleRefresh")
          .doesNotContain("throttlexEndpoint", "throttlexHealth", "throttlexEnvironmentChange");
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
