package com.throttlex.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every key of the configuration: its path in the file, its variables and its option. */
enum SettingKey {
  HOST("server.host", "host"),
  PORT("server.port", "port"),
  ADMIN_PORT("server.admin-port", "admin-port"),
  RESP_PORT("server.resp-port", "resp-port"),
  CERT_FILE("server.tls.cert-file"),
  KEY_FILE("server.tls.key-file"),
  CLIENT_CA_FILE("server.tls.client-ca-file"),
  ACCESS_TOKENS("server.access.tokens"),
  MAX_RATE("server.max-rate"),
  ENVOY_QUOTAS("server.envoy-quotas"),
  PROXY_PORT("proxy.port", "proxy-port"),
  PROXY_UPSTREAM("proxy.upstream", "upstream"),
  PROXY_ROUTES("proxy.routes"),
  PROXY_MAX_WAITING("proxy.max-waiting"),
  PROXY_MAX_CONNECTIONS("proxy.max-connections"),
  DATA_DIR("data-dir", "data-dir"),
  STORE("store", "store"),
  STORES("stores"),
  STORE_TIMEOUT("store-timeout"),
  STORE_REQUIRED("store-required"),
  EXPECTED_NODES("expected-nodes"),
  BREAKER_FAILURES("breaker.failures"),
  BREAKER_OPEN_FOR("breaker.open-for"),
  DATABASE("database", "database"),
  RULES("rules", "rules"),
  ADMIN_TOKENS("admin.tokens"),
  ADMIN_ALLOW("admin.allow"),
  TRUSTED_PROXIES("identity.trusted-proxies"),
  IPV6_PREFIX("identity.ipv6-prefix"),
  API_KEY_HEADER("identity.api-key-header"),
  JWT_ALGORITHMS("identity.jwt.algorithms"),
  JWT_SECRET("identity.jwt.secret"),
  JWT_PUBLIC_KEY_FILE("identity.jwt.public-key-file"),
  JWT_JWKS_URL("identity.jwt.jwks-url"),
  JWT_ISSUER("identity.jwt.issuer"),
  JWT_AUDIENCE("identity.jwt.audience"),
  JWT_TIER_CLAIM("identity.jwt.tier-claim"),
  JWT_ROLE_CLAIM("identity.jwt.role-claim"),
  JWT_REQUIRED("identity.jwt.required"),
  HEADERS("headers"),
  PROMETHEUS_URL("adaptive.prometheus.url"),
  PROMETHEUS_INTERVAL("adaptive.prometheus.interval"),
  PROMETHEUS_TIMEOUT("adaptive.prometheus.timeout"),
  PROMETHEUS_TOKEN("adaptive.prometheus.token"),
  PROMETHEUS_QUERIES("adaptive.prometheus.queries"),
  TRACING_ENDPOINT("tracing.endpoint"),
  MAX_KEYS("max-keys"),
  LOG_FORMAT("log.format"),
  LOG_DENIALS("log.denials"),
  RECORD_FILE("record.file"),
  RECORD_SAMPLE("record.sample"),
  RECORD_MAX_SIZE("record.max-size"),
  RECORD_MAX_FILES("record.max-files");

  /** The keys whose variable has several values, separated by commas. */
  private static final Set<SettingKey> LISTS =
      Set.of(PROXY_UPSTREAM, ADMIN_ALLOW, TRUSTED_PROXIES, JWT_ALGORITHMS, HEADERS);

  /** The keys whose value is a map, or a list of maps. */
  private static final Set<SettingKey> MAPS =
      Set.of(ADMIN_TOKENS, ACCESS_TOKENS, PROMETHEUS_QUERIES, PROXY_ROUTES);

  private static final Map<String, SettingKey> BY_PATH =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(SettingKey::path, Function.identity()));

  private final String path;
  private final @Nullable String option;

  SettingKey(String path) {
    this(path, null);
  }

  SettingKey(String path, @Nullable String option) {
    this.path = path;
    this.option = option;
  }

  /** The path in the file, with dots. */
  String path() {
    return path;
  }

  /** The option of the command line, without its dashes; null when there is none. */
  @Nullable String option() {
    return option;
  }

  boolean isList() {
    return LISTS.contains(this);
  }

  /** The variables that set it: one for the path and one for the option. */
  List<String> variables() {
    List<String> variables = new ArrayList<>();
    // A variable cannot hold a map. TokenReader reads THROTTLEX_ADMIN_TOKEN and
    // THROTTLEX_ACCESS_TOKEN.
    if (!MAPS.contains(this)) {
      variables.add(variable(path));
    }
    if (option != null && !option.equals(path)) {
      variables.add(variable(option));
    }
    return variables;
  }

  private static String variable(String name) {
    return Environment.PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  static @Nullable SettingKey ofPath(String path) {
    return BY_PATH.get(path);
  }

  /** Returns the names that may follow a path, which is empty or ends in a dot. */
  static List<String> namesAfter(String prefix) {
    return Arrays.stream(values())
        .filter(key -> key.path.startsWith(prefix))
        .map(key -> key.path.substring(prefix.length()).replaceFirst("\\..*", ""))
        .distinct()
        .toList();
  }
}
