package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.Signal;
import com.throttlex.http.HeaderSet;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.identity.Role;
import com.throttlex.server.recording.RecordSettings;
import com.throttlex.shared.BreakerSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All settings, and their defaults. */
class SettingsTest {
  @TempDir Path folder;

  @Test
  void settings_withoutAnySource_areTheDefaults() {
    assertThat(new Setup(folder).settings())
        .isEqualTo(
            new Settings(
                new Settings.Server("127.0.0.1", 8080, 8081, 6380, null, List.of(), 100_000, false),
                ProxySettings.NONE,
                folder.resolve("data"),
                new Settings.Store(
                    List.of("memory:"),
                    Map.of(),
                    null,
                    false,
                    1,
                    new BreakerSettings(5, Duration.ofSeconds(1))),
                "jdbc:sqlite:" + folder.resolve("data/throttlex.db"),
                null,
                new Settings.Admin(List.of(), List.of()),
                new Settings.Identity(List.of(), 64, "X-API-Key", null),
                List.of(HeaderSet.X_RATELIMIT, HeaderSet.IETF),
                new Settings.Tracing(null),
                1_000_000,
                new Settings.Log(LogFormat.TEXT, 0),
                null,
                null));
  }

  @Test
  void settings_withAnEmptyFile_areTheDefaults() {
    Settings defaults = new Setup(folder).settings();

    assertThat(new Setup(folder).yaml("# nothing\n").settings()).isEqualTo(defaults);
  }

  @Test
  void settings_withEveryKeyInTheFile_areThoseOfTheFile() throws Exception {
    Setup setup = new Setup(folder).variable("OPS_TOKEN", "0123456789abcdef");
    Path cert = setup.file("cert.pem", "c");
    Path key = setup.file("key.pem", "k");
    Path clientCa = setup.file("clients.pem", "a");
    Path rules = setup.file("rules.yml", "version: 1");
    Path publicKey = setup.file("public.pem", "p");
    setup.yaml(Files.readString(Path.of(getClass().getResource("everything.yml").toURI())));

    assertThat(setup.settings())
        .isEqualTo(
            new Settings(
                new Settings.Server(
                    "::1",
                    0,
                    -1,
                    7000,
                    new Settings.Tls(cert, key, clientCa),
                    List.of(new AccessToken("gateway", "abcdef0123456789")),
                    2500,
                    true),
                new ProxySettings(
                    8001,
                    List.of(
                        new ProxyRoute(
                            "orders",
                            Set.of("api.example.com", "*.example.org"),
                            EndpointPattern.parse("/orders/**"),
                            List.of(
                                URI.create("http://10.0.0.1:9000"),
                                URI.create("http://10.0.0.2:9000")),
                            "/orders",
                            Duration.ofSeconds(5),
                            20L << 20),
                        new ProxyRoute(
                            "default",
                            Set.of(),
                            null,
                            List.of(URI.create("https://app.example.com/base")),
                            null,
                            Duration.ofSeconds(30),
                            10L << 20)),
                    500,
                    2000),
                folder.resolve("state"),
                new Settings.Store(
                    List.of("memory:"),
                    Map.of("redis", List.of("redis://cache:6379")),
                    Duration.ofSeconds(2),
                    true,
                    3,
                    new BreakerSettings(7, Duration.ofSeconds(60))),
                "jdbc:sqlite:" + folder.resolve("state/tx.db") + "?cache=shared",
                rules,
                new Settings.Admin(
                    List.of(new AdminToken("ops", Role.EDITOR, "0123456789abcdef")),
                    List.of("10.0.0.0/8", "127.0.0.1")),
                new Settings.Identity(
                    List.of("10.0.0.0/8", "::1"),
                    56,
                    "X-Key",
                    new Settings.Jwt(
                        List.of("RS256", "HS256"),
                        "a secret of any length",
                        publicKey,
                        URI.create("https://issuer.example/jwks"),
                        "https://issuer.example",
                        "api",
                        "plan",
                        "throttlex-role",
                        true)),
                List.of(HeaderSet.IETF),
                new Settings.Tracing(URI.create("http://collector:4318")),
                5000,
                new Settings.Log(LogFormat.JSON, 20),
                new Settings.Prometheus(
                    URI.create("http://prometheus:9090"),
                    Duration.ofSeconds(10),
                    Duration.ofMillis(500),
                    "secret-of-prometheus",
                    Map.of(
                        "orders-db",
                        Map.of(Signal.ERROR_RATE, "errors / all", Signal.CONNECTION_POOL, "pool"))),
                new RecordSettings(folder.resolve("requests.jsonl"), 0.05, 10 << 20, 3)));
  }

  @Test
  void stores_ofTheFileOrAVariable_haveNames() {
    List<String> shards = List.of("redis://a", "redis://b");
    assertThat(
            new Setup(folder)
                .yaml("stores: {hot: [redis://a, redis://b], sql: 'jdbc:mysql://h/d'}")
                .settings()
                .store()
                .further())
        .containsExactly(Map.entry("hot", shards), Map.entry("sql", List.of("jdbc:mysql://h/d")))
        .isEqualTo(
            new Setup(folder)
                .variable("THROTTLEX_STORES", "hot=redis://a,redis://b, sql=jdbc:mysql://h/d")
                .settings()
                .store()
                .further());
    assertThat(new Setup(folder).yaml("{}").settings().store().further()).isEmpty();
  }

  @Test
  void store_ofSeveralDatabases_isAListOrATextWithCommas() {
    String first = "jdbc:postgresql://a:1,b:2/x?user=u";
    String second = "jdbc:mariadb://c/x";

    assertThat(new Setup(folder).option("store", first).settings().store().urls())
        .containsExactly(first);
    assertThat(
            List.of(
                new Setup(folder).option("store", first + "," + second).settings().store().urls(),
                new Setup(folder)
                    .variable("THROTTLEX_STORE", first + ", " + second)
                    .settings()
                    .store()
                    .urls(),
                new Setup(folder)
                    .yaml("store: ['" + first + "', '" + second + "']")
                    .settings()
                    .store()
                    .urls()))
        .containsOnly(List.of(first, second));
  }

  @Test
  void database_unlessNamed_isInTheDataFolder() {
    Setup setup = new Setup(folder).option("data-dir", "elsewhere");
    assertThat(setup.settings().database())
        .isEqualTo("jdbc:sqlite:" + folder.resolve("elsewhere/throttlex.db"));

    setup.option("database", "jdbc:sqlite::memory:");
    assertThat(setup.settings().database()).isEqualTo("jdbc:sqlite::memory:");
  }

  @Test
  void path_inTheFile_startsFromTheFolderOfTheFile() {
    Setup setup = new Setup(folder).option("config", "conf/tx.yml");
    setup.file("conf/tx.yml", "{rules: r.yml, data-dir: state, database: 'jdbc:sqlite:t.db'}");
    Path rules = setup.file("conf/r.yml", "version: 1");

    Settings settings = setup.settings();

    assertThat(settings.rules()).isEqualTo(rules);
    assertThat(settings.dataDir()).isEqualTo(folder.resolve("conf/state"));
    assertThat(settings.database()).isEqualTo("jdbc:sqlite:" + folder.resolve("conf/t.db"));
  }

  @Test
  void path_inOptionOrVariable_startsFromTheWorkingDirectory() {
    Setup setup = new Setup(folder).option("config", "conf/tx.yml").option("rules", "r.yml");
    setup.file("conf/tx.yml", "{rules: r.yml, data-dir: state}");
    Path rules = setup.file("r.yml", "version: 1");
    setup.variable("THROTTLEX_DATA_DIR", "kept");

    assertThat(setup.settings().rules()).isEqualTo(rules);
    assertThat(setup.settings().dataDir()).isEqualTo(folder.resolve("kept"));
  }

  @Test
  void path_thatIsAbsolute_isKept() {
    Setup setup = new Setup(folder);
    Path rules = setup.file("far/r.yml", "version: 1");

    assertThat(setup.yaml("rules: " + rules).settings().rules()).isEqualTo(rules);
  }
}
