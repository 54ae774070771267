package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The starter's examples in the documents work. */
class DocumentsTest {
  private static final Path ROOT = root();

  @TempDir Path folder;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Newcomer {
    @GetMapping("/")
    String hello() {
      return "hello";
    }
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = Objects.requireNonNull(folder.getParent());
    }
    return folder;
  }

  private static List<String> blocks(String document, String language) throws IOException {
    return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(ROOT.resolve(document)))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static List<String> settings(String document) throws IOException {
    return blocks(document, "yaml").stream().filter(yaml -> yaml.startsWith("throttlex:")).toList();
  }

  @Test
  void linesOfTheReadme_limitAnApplication() throws IOException {
    String yaml = settings("README.md").get(0);
    Path file = Files.writeString(folder.resolve("application.yml"), yaml);
    assertThat(yaml.lines()).hasSize(3);
    try (App app = App.servlet(Newcomer.class, "spring.config.location=" + file.toUri())) {
      assertThat(app.count(200, 20, "/")).isEqualTo(5);
      assertThat(app.get("/").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void settingsOfThePage_areRead() throws IOException {
    List<String> blocks = settings("docs/APPLICATIONS.md");
    assertThat(blocks).hasSizeGreaterThan(3);
    for (String yaml : blocks) {
      StandardEnvironment environment = new StandardEnvironment();
      ByteArrayResource resource = new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8));
      new YamlPropertySourceLoader()
          .load("page", resource)
          .forEach(environment.getPropertySources()::addFirst);
      environment
          .getPropertySources()
          .addLast(new MapPropertySource("variables", Map.of("LIMITS_TOKEN", "0123456789abcdef")));
      assertThat(new RuleSource(environment).read()).isNotNull();
      assertThat(Binder.get(environment).bindOrCreate("throttlex", ThrottleXProperties.class))
          .isNotNull();
    }
  }

  @Test
  void codeOfThePage_isThatOfAnApplicationWhichStarts() throws IOException {
    String source =
        Files.readString(
            ROOT.resolve(
                "throttlex-spring-boot-starter/src/test/java/com/throttlex/spring/DocumentedCode.java"));
    String code = flat(source);
    assertThat(blocks("docs/APPLICATIONS.md", "java"))
        .hasSizeGreaterThan(4)
        .allSatisfy(block -> assertThat(code).contains(flat(block)));
    try (App app =
        App.servlet(
            DocumentedCode.class,
            "throttlex.rules.orders.key=user",
            "throttlex.rules.orders.limits=5/1h",
            "throttlex.rules.github.key=attribute:host",
            "throttlex.rules.github.limits=5/1h")) {
      assertThat(app.get("/order").body()).isEqualTo("ann gets [apple, pear]");
      assertThat(app.get("/order").statusCode()).isEqualTo(200);
      assertThat(app.get("/order").statusCode()).isEqualTo(429);
    }
  }

  private static String flat(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }
}
