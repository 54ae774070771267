package com.throttlex.servlet;

import static jakarta.servlet.DispatcherType.ASYNC;
import static jakarta.servlet.DispatcherType.REQUEST;

import com.throttlex.ThrottleX;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** An application in a container, and a client of it. The engine's clock is moved by hand. */
final class Site implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  final ManualClock clock = new ManualClock();
  final ThrottleX throttlex;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, Page> pages = new LinkedHashMap<>();
  private final Registered registered = new Registered();
  private Container container;

  private record Mapped(Filter filter, EnumSet<DispatcherType> types, boolean async) {}

  /** Filters and pages, in order. */
  private final class Registered implements ServletContainerInitializer {
    private final List<Mapped> filters = new ArrayList<>();

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
      for (int i = 0; i < filters.size(); i++) {
        Mapped mapped = filters.get(i);
        FilterRegistration.Dynamic filter = context.addFilter("filter-" + i, mapped.filter);
        filter.setAsyncSupported(mapped.async);
        filter.addMappingForUrlPatterns(mapped.types, true, "/*");
      }
      pages.forEach(
          (path, page) -> {
            ServletRegistration.Dynamic servlet = context.addServlet("page " + path, page);
            servlet.setAsyncSupported(true);
            servlet.addMapping(path);
          });
    }
  }

  Site(RuleBuilder... rules) {
    throttlex = ThrottleX.of(book(rules), new MemoryStore(), clock);
    page("/", (request, response) -> response.sendError(404));
    page("/ok", (request, response) -> response.getWriter().write("ok"));
  }

  static RuleBook book(RuleBuilder... rules) {
    List<Rule> built = Stream.of(rules).map(RuleBuilder::build).toList();
    return RuleBook.of(List.of(), Fallback.ALLOW, built);
  }

  Site page(String path, Page.Work work) {
    pages.put(path, new Page(work));
    return this;
  }

  /** Adds a filter as the documentation shows. */
  Site filter(Filter filter) {
    return filter(filter, EnumSet.of(REQUEST, ASYNC), true);
  }

  Site filter(Filter filter, EnumSet<DispatcherType> types, boolean async) {
    registered.filters.add(new Mapped(filter, types, async));
    return this;
  }

  Site start(Container.Kind kind, Path folder) throws Exception {
    return start(kind, 50, folder);
  }

  Site start(Container.Kind kind, int workers, Path folder) throws Exception {
    container = kind.start(workers, folder, registered);
    return this;
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return client.send(request(path, headers), HttpResponse.BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> getAsync(String path, String... headers) {
    return client.sendAsync(request(path, headers), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest request(String path, String... headers) {
    URI uri = URI.create("http://127.0.0.1:" + container.port() + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(TIMEOUT);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request.build();
  }

  /**
   * Returns the units left of the first limit of a printed key; all of them if the key was never
   * used.
   */
  long left(String key, long all) {
    var limits = throttlex.inspect(key);
    return limits.isEmpty() ? all : limits.get(0).remaining();
  }

  @Override
  public void close() {
    if (container != null) {
      container.close();
    }
    throttlex.close();
  }
}
