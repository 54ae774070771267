package com.throttlex.server.config;

import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Paths;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the port and the routes of the proxy. */
final class ProxyReader {
  private static final List<SettingKey> OTHERS =
      List.of(
          SettingKey.PROXY_PORT, SettingKey.PROXY_MAX_WAITING, SettingKey.PROXY_MAX_CONNECTIONS);
  private static final List<String> FIELDS =
      List.of("id", "match", "upstreams", "strip-prefix", "timeout", "max-body");
  private static final String DEFAULT_ID = "default";
  private static final String ID_EXPECTED = "the name of a service that requests can have";
  private static final String UPSTREAM_EXPECTED =
      "a URL such as http://127.0.0.1:9000, without user, query and fragment";
  private static final String HOST_EXPECTED =
      "a host name without port, such as api.example.com or *.example.com";
  private static final Pattern HOST = Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9.:-]{0,251})?");
  private static final String PATH_EXPECTED = "a path such as /orders/**";
  private static final String PREFIX_EXPECTED = "a path such as /orders, other than /";
  private static final String TIME_EXPECTED = "from 10ms to 1h, such as 30s";
  private static final Pattern TIME = Pattern.compile("([0-9]{1,7})(ms|s|m|h)");
  private static final String SIZE_EXPECTED = "a size such as 512KB, 10MB or 2GB, or none";
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(B|KB|MB|GB)");
  private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();
  private static final int MOST_WAITING = 1_000_000;
  private static final int MOST_CONNECTIONS = 1_000_000;

  private final SettingSources sources;
  private final ServerReader server;
  private final boolean proxying;
  private final Set<String> ids = new HashSet<>();
  private final List<ProxyRoute> routes = new ArrayList<>();
  private boolean complete;

  ProxyReader(SettingSources sources, ServerReader server, boolean proxying) {
    this.sources = sources;
    this.server = server;
    this.proxying = proxying;
  }

  ProxySettings read() {
    Given list = sources.find(SettingKey.PROXY_ROUTES);
    Given upstream = sources.find(SettingKey.PROXY_UPSTREAM);
    if (list == null && upstream == null && !proxying) {
      OTHERS.stream().map(sources::find).forEach(ProxyReader::alone);
      return ProxySettings.NONE;
    }
    if (list != null) {
      routes(list.value());
    }
    if (upstream != null) {
      only(upstream.value());
    }
    if (list == null && upstream == null) {
      sources.missing(
          SettingKey.PROXY_UPSTREAM, "--upstream URL, or proxy.routes in " + ConfigFile.NAME);
    }
    return new ProxySettings(
        server.port(SettingKey.PROXY_PORT, ProxySettings.DEFAULT_PORT),
        routes,
        number(SettingKey.PROXY_MAX_WAITING, MOST_WAITING, ProxySettings.DEFAULT_MAX_WAITING),
        number(
            SettingKey.PROXY_MAX_CONNECTIONS,
            MOST_CONNECTIONS,
            ProxySettings.DEFAULT_MAX_CONNECTIONS));
  }

  private static void alone(@Nullable Given given) {
    if (given != null) {
      given.value().wrong("alone", SettingKey.PROXY_ROUTES.path() + " as well");
    }
  }

  private int number(SettingKey key, int most, int byDefault) {
    return sources.read(key, given -> (int) given.value().whole(0, most, byDefault), byDefault);
  }

  private void routes(Value value) {
    if (!(value.node() instanceof Node.Items list) || list.items().isEmpty()) {
      value.wrong("a list of at least one {" + String.join(", ", FIELDS) + "}");
      return;
    }
    for (Value item : value.items()) {
      Section section = item.section(FIELDS);
      if (section != null) {
        route(item, section);
      }
    }
  }

  private void route(Value item, Section section) {
    Value id = section.require("id", "the name of the route");
    Value upstreams = section.require("upstreams", UPSTREAM_EXPECTED);
    String name = id == null ? null : id(id);
    List<URI> urls = upstreams == null ? List.of() : urls(upstreams);
    Value match = section.find("match");
    Section matching = match == null ? null : match.section(List.of("hosts", "path"));
    ProxyRoute route =
        new ProxyRoute(
            name == null ? DEFAULT_ID : name,
            hosts(matching),
            path(matching),
            urls,
            prefix(section),
            timeout(section),
            maxBody(section));
    add(item, route, match == null);
  }

  /** Adds a route; one that takes all requests must be the last. */
  private void add(Value value, ProxyRoute route, boolean takesAll) {
    if (complete) {
      value.wrong(
          "a route after one without match", "the route without match at the end, and only one");
    }
    complete |= takesAll;
    routes.add(route);
  }

  /** Adds the route of {@code proxy.upstream}, which takes all requests that no other takes. */
  private void only(Value value) {
    if (!ids.add(DEFAULT_ID)) {
      value.wrong("no route with the id default, or no " + SettingKey.PROXY_UPSTREAM.path());
    }
    add(
        value,
        new ProxyRoute(
            DEFAULT_ID,
            Set.of(),
            null,
            urls(split(value)),
            null,
            ProxyRoute.DEFAULT_TIMEOUT,
            ProxyRoute.DEFAULT_MAX_BODY),
        true);
  }

  private @Nullable String id(Value value) {
    String id = value.name(ID_EXPECTED);
    try {
      if (id != null) {
        RequestContext.builder().service(id).build();
      }
    } catch (InvalidRequestException e) {
      value.wrong(ID_EXPECTED);
      return null;
    }
    if (id != null && !ids.add(id)) {
      value.wrong("an id that no other route has");
    }
    return id;
  }

  /** Returns a text with commas as a list. */
  private static Value split(Value value) {
    if (!(value.node() instanceof Node.Scalar scalar) || scalar.isNull()) {
      return value;
    }
    List<Node> items = new ArrayList<>();
    for (String part : scalar.text().split(",", -1)) {
      items.add(new Node.Scalar(scalar.line(), part.strip(), false));
    }
    return value.with(new Node.Items(scalar.line(), items, items.size()));
  }

  private static List<URI> urls(Value value) {
    return List.copyOf(value.someDistinct(ProxyReader::url, UPSTREAM_EXPECTED));
  }

  private static @Nullable URI url(Value value) {
    URI url = new Given(value, Path.of("")).url();
    if (url == null) {
      return null;
    }
    boolean plain =
        url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
    if (!plain || url.getPort() > 65535 || url.getPort() == 0) {
      value.hidden().wrong(UPSTREAM_EXPECTED);
      return null;
    }
    return url;
  }

  private static Set<String> hosts(@Nullable Section match) {
    Value hosts = match == null ? null : match.find("hosts");
    return hosts == null ? Set.of() : hosts.someDistinct(ProxyReader::host, HOST_EXPECTED);
  }

  private static @Nullable String host(Value value) {
    String text = value.text(HOST_EXPECTED);
    String host = text == null ? null : text.toLowerCase(Locale.ROOT);
    boolean address = host != null && host.startsWith("[") && host.endsWith("]");
    if (host != null && !address && (!HOST.matcher(host).matches() || host.contains(":"))) {
      value.wrong(HOST_EXPECTED);
      return null;
    }
    return host;
  }

  private static @Nullable EndpointPattern path(@Nullable Section match) {
    Value path = match == null ? null : match.find("path");
    return path == null ? null : path.parsed(EndpointPattern::parse, PATH_EXPECTED);
  }

  private static @Nullable String prefix(Section section) {
    Value value = section.find("strip-prefix");
    String text = value == null ? null : value.text(PREFIX_EXPECTED);
    if (value == null || text == null) {
      return null;
    }
    try {
      String normal = Paths.normalize(text);
      if (text.startsWith("/") && normal.length() > 1) {
        return normal;
      }
    } catch (InvalidRequestException e) {
      // reported below
    }
    value.wrong(PREFIX_EXPECTED);
    return null;
  }

  private static Duration timeout(Section section) {
    Value value = section.find("timeout");
    Duration read = value == null ? null : value.parsed(ProxyReader::time, TIME_EXPECTED);
    return read == null ? ProxyRoute.DEFAULT_TIMEOUT : read;
  }

  private static Duration time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(TIME_EXPECTED);
    }
    long number = Long.parseLong(parts.group(1));
    long millis =
        switch (parts.group(2)) {
          case "ms" -> number;
          case "s" -> Duration.ofSeconds(number).toMillis();
          case "m" -> Duration.ofMinutes(number).toMillis();
          default -> Duration.ofHours(number).toMillis();
        };
    if (millis < 10 || millis > MOST_MILLIS) {
      throw new IllegalArgumentException(TIME_EXPECTED);
    }
    return Duration.ofMillis(millis);
  }

  private static long maxBody(Section section) {
    Value value = section.find("max-body");
    Long read = value == null ? null : value.parsed(ProxyReader::size, SIZE_EXPECTED);
    return read == null ? ProxyRoute.DEFAULT_MAX_BODY : read;
  }

  private static long size(String text) {
    if (text.equals("none")) {
      return Long.MAX_VALUE;
    }
    Matcher parts = SIZE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(SIZE_EXPECTED);
    }
    int shift =
        switch (parts.group(2)) {
          case "B" -> 0;
          case "KB" -> 10;
          case "MB" -> 20;
          default -> 30;
        };
    return Long.parseLong(parts.group(1)) << shift;
  }
}
