package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The requests of gateways with the recipes' configurations and rules, to the running service. */
class ForwardAuthRecipesTest {
  @TempDir Path folder;
  private RunningServer server;
  private Gateway gateway;

  private void start(Gateway asked) throws Exception {
    gateway = asked;
    server = Recipes.serving(folder, Recipes.file(asked.folder + "/rules.yml"));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Reply ask(Client client) {
    String[] headers =
        gateway.subrequest(client).entrySet().stream()
            .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
            .toArray(String[]::new);
    return server.get(gateway.target(), headers);
  }

  private static int limit(Gateway each) {
    return each == Gateway.APISIX ? 2 : 3;
  }

  /**
   * Returns how many requests of a client are allowed, of at most ten; checks that the next one is
   * denied.
   */
  private int passing(Client client) {
    for (int passed = 0; passed < 10; passed++) {
      Reply answer = ask(client);
      if (answer.status() != 200) {
        assertThat(answer.status()).isEqualTo(gateway.denied);
        assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
        assertThat(answer.header("RateLimit")).contains(";r=0;");
        assertThat(answer.header("RateLimit-Policy")).contains("w=60");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        return passed;
      }
      assertThat(answer.header("RateLimit")).isNotNull();
    }
    return 10;
  }

  @ParameterizedTest
  @EnumSource
  void everyClient_hasItsOwnLimit(Gateway each) throws Exception {
    start(each);
    assertThat(passing(Client.at("198.51.100.1"))).isEqualTo(limit(each));
    assertThat(passing(Client.at("198.51.100.2"))).isEqualTo(limit(each));
  }

  @ParameterizedTest
  @EnumSource
  void client_withForgedHeaders_isCountedByItsRealAddress(Gateway each) throws Exception {
    start(each);
    int passed = 0;
    for (int i = 0; i < 10; i++) {
      passed += ask(Client.at("198.51.100.1").lying(i)).status() == 200 ? 1 : 0;
    }
    assertThat(passed).isEqualTo(limit(each));
    assertThat(passing(Client.at("198.51.100.1"))).as("when it tells the truth").isZero();
    assertThat(passing(Client.at("203.0.113.1"))).as("whom it named").isEqualTo(limit(each));
  }

  @ParameterizedTest
  @EnumSource(names = {"NGINX", "CADDY"})
  void client_behindATrustedLoadBalancer_isCountedByTheForwardedAddress(Gateway each)
      throws Exception {
    start(each);
    Client balancer = Client.at(Client.TRUSTED);
    assertThat(passing(balancer.with("x-forwarded-for", "198.51.100.1"))).isEqualTo(3);
    assertThat(passing(balancer.with("x-forwarded-for", "198.51.100.2"))).isEqualTo(3);
    assertThat(passing(balancer.with("x-forwarded-for", "203.0.113.1, 198.51.100.2"))).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NGINX", "CADDY", "TRAEFIK"})
  void path_withoutARule_isAllowedWithoutHeaders(Gateway each) throws Exception {
    start(each);
    Client elsewhere = Client.at("198.51.100.1").asking("GET", "/free");
    for (int i = 0; i < 5; i++) {
      Reply answer = ask(elsewhere);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
    }
  }

  @ParameterizedTest
  @EnumSource
  void path_thatIsAmbiguous_isRefused(Gateway each) throws Exception {
    start(each);
    Client client = Client.at("198.51.100.1").asking("GET", "/api/a%2Fb");
    assertThat(ask(client).status()).isEqualTo(400);
  }

  @Test
  void caddy_forwardsTheMethod() throws Exception {
    start(Gateway.CADDY);
    assertThat(passing(Client.at("198.51.100.1").asking("POST", "/api/orders"))).isEqualTo(1);
    assertThat(passing(Client.at("198.51.100.1"))).isEqualTo(2);
  }

  @Test
  void traefik_forwardsTheHost() throws Exception {
    start(Gateway.TRAEFIK);
    assertThat(passing(Client.at("198.51.100.1"))).isEqualTo(3);
    assertThat(passing(Client.at("198.51.100.1").of("other.example"))).isEqualTo(3);
  }

  @Test
  void apisix_forwardsTheApiKey() throws Exception {
    start(Gateway.APISIX);
    assertThat(passing(Client.at("198.51.100.1").with("x-api-key", "a"))).isEqualTo(3);
    assertThat(passing(Client.at("198.51.100.2").with("x-api-key", "a"))).isZero();
    assertThat(passing(Client.at("198.51.100.2").with("x-api-key", "b"))).isEqualTo(3);
  }
}
