package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Durations;
import com.throttlex.server.RunningServer;
import io.envoyproxy.envoy.config.core.v3.HeaderValue;
import io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of Envoy's own client with the recipe, to the running service. */
class EnvoyRecipeTest {
  @TempDir Path folder;
  private RunningServer server;
  private ManagedChannel channel;
  private EnvoyRecipe recipe;

  @BeforeEach
  void start() throws Exception {
    recipe = new EnvoyRecipe();
    server = Recipes.serving(folder, Recipes.file("envoy/rules.yml"));
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.close();
  }

  private RateLimitResponse ask(String path, String address) {
    return RateLimitServiceGrpc.newBlockingStub(channel)
        .shouldRateLimit(recipe.asking(path, address));
  }

  private static String header(RateLimitResponse response, String name) {
    return response.getResponseHeadersToAddList().stream()
        .filter(header -> header.getKey().equals(name))
        .map(HeaderValue::getValue)
        .findFirst()
        .orElse(null);
  }

  @Test
  void fourthRequest_ofAnAddress_isOverLimit() {
    for (int left = 2; left >= 0; left--) {
      RateLimitResponse response = ask("/api/orders", "198.51.100.1");
      assertThat(response.getOverallCode()).isEqualTo(Code.OK);
      assertThat(header(response, "RateLimit")).startsWith("\"api-per-address\";r=" + left);
      assertThat(header(response, "Retry-After")).isNull();
    }
    RateLimitResponse fourth = ask("/api/orders", "198.51.100.1");
    assertThat(fourth.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(header(fourth, "Retry-After")).matches("[1-9]\\d*");
    assertThat(ask("/api/orders", "198.51.100.2").getOverallCode()).isEqualTo(Code.OK);
  }

  @Test
  void login_underTwoRules_isChargedAllOrNothing() {
    assertThat(ask("/api/login", "198.51.100.1").getOverallCode()).isEqualTo(Code.OK);
    RateLimitResponse second = ask("/api/login", "198.51.100.1");
    assertThat(second.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(second.getStatusesList())
        .extracting(RateLimitResponse.DescriptorStatus::getCode)
        .containsExactly(Code.OVER_LIMIT, Code.OK);
    assertThat(header(ask("/api/orders", "198.51.100.1"), "RateLimit"))
        .startsWith("\"api-per-address\";r=1");
  }

  @Test
  void path_withoutARule_sendsNoDescriptor() {
    assertThat(recipe.asking("/free", "198.51.100.1").getDescriptorsCount()).isZero();
  }

  @Test
  void configuration_setsRemoteAddressTimeoutAndHttp2() throws Exception {
    assertThat(recipe.connections.getUseRemoteAddress().getValue()).isTrue();
    assertThat(Durations.toMillis(recipe.filter.getTimeout())).isGreaterThan(20);
    String name =
        recipe.filter.getRateLimitService().getGrpcService().getEnvoyGrpc().getClusterName();
    HttpProtocolOptions options =
        EnvoyRecipe.unpack(
            recipe
                .cluster(name)
                .getTypedExtensionProtocolOptionsOrThrow(
                    "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"),
            HttpProtocolOptions.class);
    assertThat(options.getExplicitHttpConfig().hasHttp2ProtocolOptions()).isTrue();
  }
}
