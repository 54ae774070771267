package com.throttlex.server.config;

import com.throttlex.adaptive.Signal;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the address and the queries of a Prometheus server. */
final class PrometheusReader {
  private static final List<SettingKey> OTHERS =
      List.of(
          SettingKey.PROMETHEUS_INTERVAL,
          SettingKey.PROMETHEUS_TIMEOUT,
          SettingKey.PROMETHEUS_TOKEN,
          SettingKey.PROMETHEUS_QUERIES);
  private static final List<String> SIGNALS = Stream.of(Signal.values()).map(Signal::text).toList();
  private static final String EXPECTED =
      "a map of services, each a map of signals to queries: {orders-db: {error-rate: …}}";
  private static final String URL_EXPECTED =
      "an http or https URL without user, password and query; a bearer token goes into token";
  private static final String SERVICE_EXPECTED = "the name of a service that requests can have";
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Pattern TIME = Pattern.compile("([0-9]{1,5})(ms|s)");
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,4096}");
  private static final int LONGEST_QUERY = 4096;
  private static final int MOST_QUERIES = 100;

  private PrometheusReader() {}

  /** Returns the settings, or null if there is no server. */
  static Settings.@Nullable Prometheus read(SettingSources sources) {
    Given url = sources.find(SettingKey.PROMETHEUS_URL);
    if (url == null) {
      OTHERS.stream().map(sources::find).forEach(PrometheusReader::alone);
      return null;
    }
    URI address = url(url);
    Duration interval =
        sources.read(SettingKey.PROMETHEUS_INTERVAL, given -> time(given, 1000, 60_000), INTERVAL);
    Duration timeout =
        sources.read(SettingKey.PROMETHEUS_TIMEOUT, given -> time(given, 10, 10_000), TIMEOUT);
    String token =
        sources.read(
            SettingKey.PROMETHEUS_TOKEN, given -> given.secret("a token without blanks", TOKEN));
    Given queries = sources.find(SettingKey.PROMETHEUS_QUERIES);
    if (queries == null && address != null) {
      url.value().wrong("alone", SettingKey.PROMETHEUS_QUERIES.path() + " as well, " + EXPECTED);
    }
    Map<String, Map<Signal, String>> all = queries == null ? Map.of() : queries(queries.value());
    return address == null ? null : new Settings.Prometheus(address, interval, timeout, token, all);
  }

  private static void alone(@Nullable Given given) {
    if (given != null) {
      given.value().hidden().wrong("alone", SettingKey.PROMETHEUS_URL.path() + " as well");
    }
  }

  private static @Nullable URI url(Given given) {
    URI url = given.url();
    if (url != null && (url.getRawUserInfo() != null || url.getRawQuery() != null)) {
      given.value().hidden().wrong(URL_EXPECTED);
      return null;
    }
    return url;
  }

  private static @Nullable Duration time(Given given, long least, long most) {
    String expected = "from " + shown(least) + " to " + shown(most) + ", such as 5s";
    return given.value().parsed(text -> time(text, least, most, expected), expected);
  }

  private static String shown(long millis) {
    return millis < 1000 ? millis + "ms" : millis / 1000 + "s";
  }

  private static Duration time(String text, long least, long most, String expected) {
    Matcher parts = TIME.matcher(text);
    long number = parts.matches() ? Long.parseLong(parts.group(1)) : 0;
    long millis = text.endsWith("ms") ? number : TimeUnit.SECONDS.toMillis(number);
    if (millis < least || millis > most) {
      throw new IllegalArgumentException(expected);
    }
    return Duration.ofMillis(millis);
  }

  private static Map<String, Map<Signal, String>> queries(Value value) {
    Map<String, Map<Signal, String>> queries = new TreeMap<>();
    Section services = value.section(EXPECTED);
    if (services == null) {
      return queries;
    }
    for (String service : services.names()) {
      Value its = services.find(service);
      if (its != null && isService(its, service)) {
        queries.put(service, signals(its));
      }
    }
    long number = queries.values().stream().mapToLong(Map::size).sum();
    if (services.names().isEmpty() || number > MOST_QUERIES) {
      value.wrong(number + " queries", "from 1 to " + MOST_QUERIES);
    }
    return queries;
  }

  private static boolean isService(Value value, String service) {
    try {
      RequestContext.builder().service(service).build();
      return true;
    } catch (InvalidRequestException e) {
      value.wrong("a service with the name " + service, SERVICE_EXPECTED);
      return false;
    }
  }

  private static Map<Signal, String> signals(Value value) {
    Map<Signal, String> queries = new EnumMap<>(Signal.class);
    Section signals = value.section(SIGNALS);
    if (value.node() instanceof Node.Fields map && map.fields().isEmpty()) {
      value.wrong("no query", "at least one of " + String.join(", ", SIGNALS));
    }
    for (Signal signal : Signal.values()) {
      Value query = signals == null ? null : signals.find(signal.text());
      String text = query == null ? null : query.text("a query in the language of Prometheus");
      if (query != null && text != null && (text.isBlank() || text.length() > LONGEST_QUERY)) {
        query.wrong("a query of 1 to " + LONGEST_QUERY + " characters");
      } else if (text != null) {
        queries.put(signal, text);
      }
    }
    return queries;
  }
}
