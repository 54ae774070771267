package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusSettingsTest {
  private static final String QUERIES = "queries: {db: {cpu: busy}}";

  @TempDir Path folder;

  private Setup prometheus(String fields) {
    return new Setup(folder).yaml("adaptive: {prometheus: {" + fields + "}}\n");
  }

  @Test
  void server_withoutIntervals_hasTheDefaults() {
    Settings.Prometheus read =
        prometheus("url: 'http://p:9090', " + QUERIES).settings().prometheus();
    assertThat(read).isNotNull();
    assertThat(read.interval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.timeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(read.token()).isNull();
  }

  @Test
  void token_isNeverShown() {
    Settings settings =
        prometheus("url: 'http://p:9090', token: hidden-word, " + QUERIES).settings();
    assertThat(String.valueOf(settings.prometheus())).doesNotContain("hidden-word");
    assertThat(prometheus("token: hidden-word").refusal()).message().doesNotContain("hidden-word");
  }

  @Test
  void problems_nameTheValueAndTheExpectation() {
    assertThat(prometheus("url: 'ftp://p', interval: 1h, timeout: 1, " + QUERIES).problems())
        .containsExactly(
            "throttlex.yml:1: adaptive.prometheus.url: \"ftp://p\" (expected: an http or https URL)",
            "throttlex.yml:1: adaptive.prometheus.interval: \"1h\" (expected: from 1s to 60s, such as 5s)",
            "throttlex.yml:1: adaptive.prometheus.timeout: 1 (expected: from 10ms to 10s, such as 5s)");
    assertThat(prometheus("url: 'http://u:pass@p', " + QUERIES).problems())
        .singleElement()
        .asString()
        .contains("without user, password and query")
        .doesNotContain("pass@");
    assertThat(prometheus("url: 'http://p'").problems())
        .singleElement()
        .asString()
        .contains("alone (expected: adaptive.prometheus.queries as well");
    assertThat(prometheus("interval: 5s").problems())
        .singleElement()
        .asString()
        .contains("alone (expected: adaptive.prometheus.url as well)");
    assertThat(prometheus("url: 'http://p', queries: {db: {cpus: x}}").problems())
        .singleElement()
        .asString()
        .contains("adaptive.prometheus.queries.db.cpus: unknown key", "cpu");
    assertThat(prometheus("url: 'http://p', queries: {db: {}}").problems())
        .singleElement()
        .asString()
        .contains("no query (expected: at least one of response-time");
    assertThat(prometheus("url: 'http://p', queries: {}").problems())
        .singleElement()
        .asString()
        .contains("0 queries (expected: from 1 to 100)");
    assertThat(prometheus("url: 'http://p', queries: {db: {cpu: ' '}}").problems())
        .singleElement()
        .asString()
        .contains("a query of 1 to 4096 characters");
  }
}
