package com.throttlex.spring.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.spring.App;
import com.throttlex.spring.method.RateLimited;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class RuleRefreshTest {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {}

  @TempDir Path folder;

  private static Decision check(App app) {
    return app.bean(ThrottleX.class).check(RequestContext.ofUser("ann"));
  }

  @Test
  void environmentOfSpringCloud_whenItChanges_changesTheRulesAndKeepsTheCounts(
      CapturedOutput output) throws Exception {
    Path file = folder.resolve("application.yml");
    Files.writeString(
        file,
        "throttlex: {default-rule: none, rules: {users: {key: [user], limits: 5/1h}, old: {limits:"
            + " 1/1s}}}");
    try (App app = App.plain(Shop.class, "spring.config.additional-location=" + file.toUri())) {
      assertThat(check(app).remaining()).isEqualTo(4);

      Files.writeString(
          file,
          "throttlex: {default-rule: none, rules: {users: {key: [user], limits: 8/1h}, new:"
              + " {limits: 1/1s}}}");
      app.bean(ContextRefresher.class).refresh();

      Decision decision = check(app);
      assertThat(decision.limit()).isEqualTo(8);
      assertThat(decision.currentCount()).isGreaterThanOrEqualTo(2);
      assertThat(output).contains("rules changed: added new; removed old; changed users");
    }
  }

  static class Seller {
    @RateLimited(rule = "sales", key = "#user")
    public void sell(String user) {}
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class SellingShop {
    @Bean
    Seller seller() {
      return new Seller();
    }
  }

  @Test
  void rules_withoutOneThatAMethodAsksFor_areRefusedAndThoseInForceStay() throws Exception {
    Path file = folder.resolve("rules.yml");
    Files.writeString(file, "version: 1\nrules: [{id: sales, key: [user], limits: 5/1h}]");
    try (App app = App.plain(SellingShop.class, "throttlex.rules-file=" + file.toUri())) {
      RuleRefresh refresh = app.bean(RuleRefresh.class);
      Files.writeString(file, "version: 1\nrules: [{id: other, key: [user], limits: 5/1h}]");
      assertThat(refresh.refresh()).isFalse();
      assertThat(refresh.problems())
          .containsExactly(
              "rule sales: none (expected: one, because "
                  + Seller.class.getName()
                  + ".sell uses it)");
      assertThat(app.bean(ThrottleX.class).rules().rule("sales")).isNotNull();

      Files.writeString(file, "version: 1\nrules: [{id: sales, key: [global], limits: 5/1h}]");
      assertThat(refresh.refresh()).isFalse();
      assertThat(refresh.problems()).singleElement().asString().contains("Seller.sell", "key: ");
      app.bean(Seller.class).sell("ann");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class OwnEngine {
    @Bean
    ThrottleX engine() {
      return ThrottleX.of(RuleBook.of(Rule.builder("own").key("user").limits("3/1h").build()));
    }
  }

  @Test
  void rules_thatTheApplicationMakesItself_areNeverReplaced() {
    try (App app = App.plain(OwnEngine.class)) {
      app.context().publishEvent(new EnvironmentChangeEvent(Set.of()));
      assertThat(check(app).limit()).isEqualTo(3);
    }
    assertThatThrownBy(() -> App.plain(OwnEngine.class, "throttlex.rules.a.limits=1/1s").close())
        .hasStackTraceContaining(
            "throttlex.rules: present (expected: none, because the application creates its own rules)");
  }

  @Test
  void ruleFile_whenItIsReadAgain_holdsUnlessItIsWrong(CapturedOutput output) throws Exception {
    Path file = folder.resolve("rules.yml");
    Files.writeString(file, "version: 1\nrules: [{id: users, key: [user], limits: 5/1h}]");
    try (App app = App.plain(Shop.class, "throttlex.rules-file=" + file.toUri())) {
      RuleRefresh refresh = app.bean(RuleRefresh.class);
      assertThat(check(app).limit()).isEqualTo(5);

      Files.writeString(file, "version: 1\nrules: [{id: users, key: [user], limits: many}]");
      assertThat(refresh.refresh()).isFalse();
      assertThat(refresh.problems()).singleElement().asString().contains("limits", "many");
      assertThat(check(app).limit()).isEqualTo(5);
      assertThat(output).contains("ERROR").contains("the current rules stay in force");

      Files.writeString(file, "version: 1\nrules: [{id: users, key: [user], limits: 9/1h}]");
      assertThat(refresh.refresh()).isTrue();
      assertThat(refresh.problems()).isEmpty();
      assertThat(check(app).limit()).isEqualTo(9);

      Files.writeString(
          file,
          "{version: 1, priorities: [{header: x-class}], adaptive: {growth: 1.5},"
              + " on-store-failure: deny,"
              + " rules: [{id: users, key: [user], limits: 9/1h}]}");
      assertThat(refresh.refresh()).isTrue();
      assertThat(app.bean(ThrottleX.class).rules().countedHeaders()).containsExactly("x-class");
      assertThat(output)
          .contains(
              "rules changed: other priorities; other settings of adaptive limits;"
                  + " another on-store-failure");
    }
  }
}
