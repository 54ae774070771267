package com.throttlex.server.config;

import com.throttlex.http.HeaderSet;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Value;
import com.throttlex.shared.BreakerSettings;
import com.throttlex.store.MemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration of the service strictly: misspelt, impossible and misplaced values are
 * errors, and all errors are reported at once.
 *
 * <p>An option overrides the environment, the environment overrides the file, and the file
 * overrides the default. Only the value in force is checked.
 */
public final class SettingsReader {
  private static final List<HeaderSet> DEFAULT_HEADERS =
      List.of(HeaderSet.X_RATELIMIT, HeaderSet.IETF);

  private static final String TIMEOUT_EXPECTED = "from 10ms to 10s, such as 250ms";
  private static final Pattern TIMEOUT = Pattern.compile("([0-9]{1,5})(ms|s)");
  private static final long SHORTEST_TIMEOUT = 10;
  private static final long LONGEST_TIMEOUT = 10_000;
  private static final int MOST_NODES = 10_000;
  private static final int MOST_DENIALS = 1000;
  private static final String OPEN_FOR_EXPECTED = "from 10ms to 10m, such as 60s";
  private static final Pattern OPEN_FOR = Pattern.compile("([0-9]{1,6})(ms|s|m)");

  private final SettingSources sources;
  private final boolean proxying;

  private SettingsReader(SettingSources sources, boolean proxying) {
    this.sources = sources;
    this.proxying = proxying;
  }

  /**
   * Reads the configuration.
   *
   * @param options the options of the command line, by their names without dashes
   * @param environment all environment variables
   * @param workingDirectory the folder of the default configuration file, and the base of relative
   *     paths in options and variables
   * @throws InvalidSettingsException with every problem, if there are any
   */
  public static Settings read(
      Map<String, String> options, Map<String, String> environment, Path workingDirectory) {
    return read(options, environment, workingDirectory, false);
  }

  /**
   * Reads the configuration as {@link #read(Map, Map, Path)} does.
   *
   * @param proxying whether the service is only a proxy: it needs a route, and the ports for checks
   *     are off unless they are configured
   */
  public static Settings read(
      Map<String, String> options,
      Map<String, String> environment,
      Path workingDirectory,
      boolean proxying) {
    Problems problems = new Problems("settings", InvalidSettingsException::new);
    SettingSources sources = new SettingSources(options, environment, workingDirectory, problems);
    Settings settings = new SettingsReader(sources, proxying).settings();
    problems.throwIfAny();
    return settings;
  }

  private Settings settings() {
    Path dataDir =
        sources.read(
            SettingKey.DATA_DIR,
            SettingsReader::folder,
            sources.workingDirectory().resolve("data"));
    ServerReader server = new ServerReader(sources, proxying);
    return new Settings(
        server.read(),
        new ProxyReader(sources, server, proxying).read(),
        dataDir,
        store(),
        sources.read(
            SettingKey.DATABASE,
            UrlReader::database,
            UrlReader.sqlite(dataDir.resolve("throttlex.db"))),
        rules(),
        new Settings.Admin(
            TokenReader.admins(sources),
            sources.read(SettingKey.ADMIN_ALLOW, IdentityReader::someNetworks, List.of())),
        IdentityReader.read(sources),
        sources.read(SettingKey.HEADERS, SettingsReader::headers, DEFAULT_HEADERS),
        new Settings.Tracing(sources.read(SettingKey.TRACING_ENDPOINT, Given::url)),
        sources.read(SettingKey.MAX_KEYS, SettingsReader::maxKeys, MemoryStore.DEFAULT_MAX_KEYS),
        new Settings.Log(
            sources.read(SettingKey.LOG_FORMAT, SettingsReader::format, LogFormat.TEXT),
            sources.read(SettingKey.LOG_DENIALS, SettingsReader::denials, 0)),
        PrometheusReader.read(sources),
        RecordReader.read(sources));
  }

  private Settings.Store store() {
    List<String> urls = sources.read(SettingKey.STORE, UrlReader::store, List.of(UrlReader.MEMORY));
    return new Settings.Store(
        urls,
        sources.read(SettingKey.STORES, given -> StoresReader.read(given, urls), Map.of()),
        sources.read(SettingKey.STORE_TIMEOUT, SettingsReader::timeout),
        sources.read(SettingKey.STORE_REQUIRED, Given::flag, false),
        sources.read(SettingKey.EXPECTED_NODES, SettingsReader::expectedNodes, 1),
        breaker());
  }

  private BreakerSettings breaker() {
    BreakerSettings usual = BreakerSettings.DEFAULT;
    return new BreakerSettings(
        sources.read(SettingKey.BREAKER_FAILURES, SettingsReader::failures, usual.failures()),
        sources.read(SettingKey.BREAKER_OPEN_FOR, SettingsReader::openFor, usual.openFor()));
  }

  private static Integer failures(Given given) {
    return (int)
        given.value().whole(1, BreakerSettings.MOST_FAILURES, BreakerSettings.DEFAULT.failures());
  }

  private static @Nullable Duration openFor(Given given) {
    return given.value().parsed(SettingsReader::openFor, OPEN_FOR_EXPECTED);
  }

  private static Duration openFor(String text) {
    Matcher parts = OPEN_FOR.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(OPEN_FOR_EXPECTED);
    }
    long number = Long.parseLong(parts.group(1));
    Duration length =
        switch (parts.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          default -> Duration.ofMinutes(number);
        };
    return new BreakerSettings(1, length).openFor();
  }

  private static Integer denials(Given given) {
    return (int)
        given.value().whole(0, MOST_DENIALS, 0, "lines a second from 1 to 1000, or 0 for none");
  }

  private static @Nullable Duration timeout(Given given) {
    return given.value().parsed(SettingsReader::timeout, TIMEOUT_EXPECTED);
  }

  private static Duration timeout(String text) {
    Matcher parts = TIMEOUT.matcher(text);
    long number = parts.matches() ? Long.parseLong(parts.group(1)) : 0;
    long millis = text.endsWith("ms") ? number : TimeUnit.SECONDS.toMillis(number);
    if (millis < SHORTEST_TIMEOUT || millis > LONGEST_TIMEOUT) {
      throw new IllegalArgumentException(
          "store-timeout: " + text + " (expected: " + TIMEOUT_EXPECTED + ")");
    }
    return Duration.ofMillis(millis);
  }

  /** Returns the configured rule file, or else rules.yml in the working directory if it exists. */
  private @Nullable Path rules() {
    Path named = sources.read(SettingKey.RULES, Given::file);
    Path usual = sources.workingDirectory().resolve("rules.yml");
    return named == null && Files.isRegularFile(usual) ? usual : named;
  }

  private static @Nullable Path folder(Given given) {
    Path path = given.path("the path of a folder");
    if (path != null && Files.exists(path) && !Files.isDirectory(path)) {
      given.value().wrong("a folder");
    }
    return path;
  }

  private static List<HeaderSet> headers(Given given) {
    return List.copyOf(given.value().distinct(SettingsReader::header));
  }

  private static @Nullable HeaderSet header(Value value) {
    return value.parsed(HeaderSet::parse, "one of x-ratelimit, ietf");
  }

  private static Integer expectedNodes(Given given) {
    return (int) given.value().whole(1, MOST_NODES, 1);
  }

  private static Integer maxKeys(Given given) {
    return (int) given.value().whole(1, Integer.MAX_VALUE, MemoryStore.DEFAULT_MAX_KEYS);
  }

  private static LogFormat format(Given given) {
    return given.value().word(LogFormat.values(), LogFormat::toString, LogFormat.TEXT);
  }
}
