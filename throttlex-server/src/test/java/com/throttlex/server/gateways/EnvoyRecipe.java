package com.throttlex.server.gateways;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.filters.http.ratelimit.v3.RateLimit;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.vertx.core.json.Json;

/** The recipe for Envoy, read with Envoy's own message types; what they do not know is an error. */
final class EnvoyRecipe {
  private final Bootstrap bootstrap;
  final HttpConnectionManager connections;
  final RateLimit filter;

  EnvoyRecipe() throws InvalidProtocolBufferException {
    TypeRegistry types =
        TypeRegistry.newBuilder()
            .add(HttpConnectionManager.getDescriptor())
            .add(RateLimit.getDescriptor())
            .add(Router.getDescriptor())
            .add(HttpProtocolOptions.getDescriptor())
            .build();
    Bootstrap.Builder builder = Bootstrap.newBuilder();
    JsonFormat.parser()
        .usingTypeRegistry(types)
        .merge(Json.encode(Recipes.yaml(Recipes.file("envoy/envoy.yaml"))), builder);
    bootstrap = builder.build();
    connections = unpack(networkFilter(), HttpConnectionManager.class);
    filter = unpack(connections.getHttpFilters(0).getTypedConfig(), RateLimit.class);
  }

  private Any networkFilter() {
    return bootstrap
        .getStaticResources()
        .getListeners(0)
        .getFilterChains(0)
        .getFilters(0)
        .getTypedConfig();
  }

  static <M extends Message> M unpack(Any any, Class<M> type)
      throws InvalidProtocolBufferException {
    return any.unpack(type);
  }

  Cluster cluster(String name) {
    return bootstrap.getStaticResources().getClustersList().stream()
        .filter(cluster -> cluster.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The first route that takes a path. */
  Route route(String path) {
    return connections.getRouteConfig().getVirtualHosts(0).getRoutesList().stream()
        .filter(
            route ->
                route.getMatch().hasPath()
                    ? path.equals(route.getMatch().getPath())
                    : path.startsWith(route.getMatch().getPrefix()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the filter's rate limit request for an HTTP request. */
  RateLimitRequest asking(String path, String address) {
    RateLimitRequest.Builder request = RateLimitRequest.newBuilder().setDomain(filter.getDomain());
    for (var limit : route(path).getRoute().getRateLimitsList()) {
      RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
      for (var action : limit.getActionsList()) {
        descriptor.addEntries(
            switch (action.getActionSpecifierCase()) {
              case GENERIC_KEY -> entry("generic_key", action.getGenericKey().getDescriptorValue());
              case REMOTE_ADDRESS -> entry("remote_address", address);
              default -> throw new AssertionError(action);
            });
      }
      request.addDescriptors(descriptor);
    }
    return request.build();
  }

  private static RateLimitDescriptor.Entry entry(String key, String value) {
    return RateLimitDescriptor.Entry.newBuilder().setKey(key).setValue(value).build();
  }
}
