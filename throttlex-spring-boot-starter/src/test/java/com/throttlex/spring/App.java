package com.throttlex.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A real application, started on a free port and called over HTTP.
 *
 * <p>The class path of these tests has all libraries at once, unlike a real application. So
 * libraries that a test does not request as a {@link Part} are left out.
 */
public final class App implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** The longest wait for an answer, so that a test does not hang. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The optional parts of an application. */
  public enum Part {
    SECURITY(
        "security.autoconfigure.UserDetailsServiceAutoConfiguration",
        "security.autoconfigure.SecurityAutoConfiguration",
        "security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
        "security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
        "security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
        "security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration",
        "security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
        "security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration",
        "security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration",
        "security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration",
        "security.oauth2.server.resource.autoconfigure.reactive.ReactiveOAuth2ResourceServerAutoConfiguration",
        "security.oauth2.server.resource.autoconfigure.web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration"),
    REDIS(
        "data.redis.autoconfigure.DataRedisAutoConfiguration",
        "data.redis.autoconfigure.DataRedisReactiveAutoConfiguration"),
    JDBC("jdbc.autoconfigure.DataSourceAutoConfiguration"),
    GATEWAY;

    @SuppressWarnings("ImmutableEnumChecker") // never modified
    private final String[] configurations;

    Part(String... configurations) {
      this.configurations = configurations;
    }

    private static String excluded(Set<Part> present) {
      return EnumSet.complementOf(copy(present)).stream()
          .flatMap(part -> Arrays.stream(part.configurations))
          .map(name -> "org.springframework.boot." + name)
          .collect(Collectors.joining(","));
    }

    private static EnumSet<Part> copy(Set<Part> parts) {
      return parts.isEmpty() ? EnumSet.noneOf(Part.class) : EnumSet.copyOf(parts);
    }
  }

  private final ConfigurableApplicationContext context;
  private final boolean reactive;

  private App(ConfigurableApplicationContext context, boolean reactive) {
    this.context = context;
    this.reactive = reactive;
  }

  /** Starts a servlet application of these sources, with properties as {@code name=value}. */
  public static App servlet(Class<?> source, String... properties) {
    return start(WebApplicationType.SERVLET, source, properties);
  }

  /** Starts a reactive application. */
  public static App reactive(Class<?> source, String... properties) {
    return start(WebApplicationType.REACTIVE, source, properties);
  }

  /** Starts an application without a web server. */
  public static App plain(Class<?> source, String... properties) {
    return start(WebApplicationType.NONE, source, properties);
  }

  private static App start(WebApplicationType type, Class<?> source, String... properties) {
    return start(type, source, Set.of(), properties);
  }

  /** Starts an application that has those parts as well. */
  public static App start(
      WebApplicationType type, Class<?> source, Set<Part> parts, String... properties) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--spring.autoconfigure.exclude=" + Part.excluded(parts),
                "--spring.cloud.gateway.server.webflux.redis.enabled="
                    + parts.contains(Part.GATEWAY),
                "--spring.cloud.gateway.server.webflux.enabled=" + parts.contains(Part.GATEWAY)));
    Arrays.stream(properties).forEach(property -> arguments.add("--" + property));
    return new App(
        new SpringApplicationBuilder(source).web(type).run(arguments.toArray(new String[0])),
        type == WebApplicationType.REACTIVE);
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public ConfigurableApplicationContext context() {
    return context;
  }

  public URI uri(String path) {
    return URI.create(
        "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
  }

  /** Asks for a path, with headers as names and values in turn. */
  public HttpResponse<String> get(String path, String... headers) {
    try {
      return CLIENT.send(request(path, headers), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Returns how many of that many concurrent requests get a status. */
  public long count(int status, int requests, String path, String... headers) {
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, requests)
            .mapToObj(i -> CLIENT.sendAsync(request(path, headers), BodyHandlers.ofString()))
            .toList();
    return answers.stream().filter(answer -> answer.join().statusCode() == status).count();
  }

  private HttpRequest request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
    if (reactive) {
      // Reactor Netty 1.3.7 can stop reading from a connection that is kept.
      request.header("Connection", "close");
    }
    return (headers.length == 0 ? request : request.headers(headers)).build();
  }

  @Override
  public void close() {
    context.close();
  }
}
