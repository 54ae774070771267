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
        shares: {high: 100, low: 50}
        on-exceed: {delay: 500ms}
        on-store-failure: deny
        sync: leased
        """;
    String file = "version: 1\n" + BODY + "  - id: orders\n" + fields.indent(4);
    String properties = "throttlex:\n" + (BODY + "  orders:\n" + fields.indent(4)).indent(2);
    RuleBook expected = RuleFile.parse(file, "test");
    RuleBook read = read(yaml(properties));
    assertThat(read.rules()).isEqualTo(expected.rules());
    assertThat(read.fallback()).isEqualTo(expected.fallback());
    assertThat(read.tiers()).isEqualTo(expected.tiers());
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
