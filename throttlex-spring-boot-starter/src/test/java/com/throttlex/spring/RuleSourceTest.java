package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

class RuleSourceTest {
  private static final String BODY =
      """
      tiers: [free, pro]
      default-rule: {key: [ip], limits: 10/1s, burst: 100}
      priorities:
        - {match: {endpoint: /health/**}, class: critical}
        - {match: {methods: [GET], tiers: [free]}, header: X-Priority, at-most: normal}
        - {attribute: class}
      adaptive:
        weights: {response-time: 0.4, error-rate: 30%, cpu: 0.3}
        thresholds: {critical: 0.1}
        bounds: {response-time: {good: 200ms, bad: 1500}, queue-depth: {good: 10, bad: 50}}
        gains: {integral: 0.0001}
        dead-band: 0.0005
        growth: 1.5
        stale-after: 20s
      rules:
      """;

  private static RuleBook read(PropertySource<?>... sources) {
    StandardEnvironment environment = new StandardEnvironment();
    for (PropertySource<?> source : sources) {
      environment.getPropertySources().addFirst(source);
    }
    return new RuleSource(environment).read();
  }

  private static PropertySource<?> yaml(String text) throws IOException {
    ByteArrayResource resource = new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
    List<PropertySource<?>> sources = new YamlPropertySourceLoader().load("test", resource);
    return sources.get(0);
  }

  @Test
  void rules_inProperties_equalThoseOfARuleFileInTheSameWords() throws IOException {
    String fields =
        """
        match:
          endpoint: /api/v1/orders/**
          methods: [POST, PUT]
          attributes: {region: eu}
        key: [user, endpoint, "attribute:region"]
        limits:
          free: 100/1m
          pro: [1000/1m, {amount: 20000, period: 1d, burst: 30000}]
        algorithm: gcra
        cost: 2
        mode: shadow
        rollout: 50
        shares: {high: 100, normal: {free: 60, pro: 80}, low: 50}
        on-exceed: {delay: 500ms}
        on-store-failure: deny
        sync: leased
        adaptive: {min: 50, max: 2000, health: [orders-db, order-api]}
        """;
    String file = "version: 1\n" + BODY + "  - id: orders\n" + fields.indent(4);
    String properties = "throttlex:\n" + (BODY + "  orders:\n" + fields.indent(4)).indent(2);
    RuleBook expected = RuleFile.parse(file, "test");
    RuleBook read = read(yaml(properties));
    assertThat(read.rules()).isEqualTo(expected.rules());
    assertThat(read.preamble()).isEqualTo(expected.preamble());
  }

  @Test
  void verdict_asDefaultRule_isRead() throws IOException {
    assertThat(read(yaml("throttlex: {default-rule: none}")).fallback())
        .isEqualTo(RuleBook.EMPTY.fallback());
  }

  @Test
  void limit_inTheEnvironment_takesThePlaceOfTheOneInTheFile() throws IOException {
    PropertySource<?> environment =
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            Map.of("THROTTLEX_RULES_ORDERS_LIMITS", "7/1s"));
    StandardEnvironment both = new StandardEnvironment();
    both.getPropertySources().addLast(yaml("throttlex: {rules: {orders: {limits: 5/1s}}}"));
    both.getPropertySources().replace(environment.getName(), environment);
    assertThat(new RuleSource(both).read().rules().get(0).limits().values())
        .hasToString("[[7/1s]]");
  }

  @Test
  void classesAndWeights_inPropertiesAndTheEnvironment_areRead() {
    PropertySource<?> environment =
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            Map.of("THROTTLEX_PRIORITIES_0_CLASS", "low", "THROTTLEX_ADAPTIVE_GROWTH", "1.3"));
    StandardEnvironment both = new StandardEnvironment();
    both.getPropertySources()
        .addLast(
            new MapPropertySource(
                "test",
                Map.of(
                    "throttlex.priorities[0].match.endpoint", "/reports/**",
                    "throttlex.priorities[0].class", "high",
                    "throttlex.adaptive.weights.cpu", "0.5",
                    "throttlex.adaptive.weights.response-time", "50%",
                    "throttlex.rules.a.limits", "5/1s",
                    "throttlex.rules.a.adaptive.min", "1",
                    "throttlex.rules.a.adaptive.max", "9",
                    "throttlex.rules.a.adaptive.health", "db, api")));
    both.getPropertySources().replace(environment.getName(), environment);
    String same =
        "{version: 1, priorities: [{match: {endpoint: /reports/**}, class: low}],"
            + " adaptive: {weights: {cpu: 0.5, response-time: 0.5}, growth: 1.3},"
            + " rules: [{id: a, limits: 5/1s, adaptive: {min: 1, max: 9, health: [db, api]}}]}";
    RuleBook read = new RuleSource(both).read();
    assertThat(read.preamble()).isEqualTo(RuleFile.parse(same, "test").preamble());
    assertThat(read.rules()).isEqualTo(RuleFile.parse(same, "test").rules());
  }

  @Test
  void placeholder_inALimit_isReplaced() throws IOException {
    RuleBook read =
        read(
            yaml("throttlex: {rules: {orders: {limits: '${orders.limit}'}}}"),
            new MapPropertySource("more", Map.of("orders.limit", "9/1s")));
    assertThat(read.rules().get(0).limits().values()).hasToString("[[9/1s]]");
  }

  @Test
  void lists_writtenWithCommas_areLists() throws IOException {
    String commas =
        "throttlex: {tiers: 'free, pro', rules: {orders: {key: 'user, ip', limits: {free: '5/1s,9/1m', pro: 7/1s},"
            + " match: {methods: 'GET,POST', attributes: {name: 'a,b'}}}}}";
    String lists =
        "{version: 1, tiers: [free, pro], rules: [{id: orders, key: [user, ip], limits: {free: [5/1s, 9/1m], pro: 7/1s},"
            + " match: {methods: [GET, POST], attributes: {name: 'a,b'}}}]}";
    assertThat(read(yaml(commas)).rules()).isEqualTo(RuleFile.parse(lists, "test").rules());
  }

  @Test
  void nothing_givesTheDefaultRule() {
    assertThat(read().fallback()).isEqualTo(RuleFile.parse("version: 1", "test").fallback());
  }
}
