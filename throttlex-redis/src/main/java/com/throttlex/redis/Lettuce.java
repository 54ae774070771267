package com.throttlex.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The setup of Lettuce for a limiter: short timeouts and a short queue. Commands fail at once
 * without a connection and are never sent again. A connection that does not answer is closed.
 */
final class Lettuce {
  private static final int QUEUE = 10_000;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LONGEST_LAG = Duration.ofSeconds(2);

  /** The failed reconnects before a refresh of the topology; each takes up to a second. */
  private static final int RECONNECTS_BEFORE_REFRESH = 2;

  private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);

  private Lettuce() {}

  /**
   * Creates the threads and timers of a connection.
   *
   * @param fence receives the event loops that read answers
   */
  static ClientResources resources(RedisUrl url, ReadFence fence) {
    return DefaultClientResources.builder()
        .ioThreadPoolSize(2)
        .computationThreadPoolSize(2)
        .reconnectDelay(
            Delay.exponential(
                Duration.ofMillis(10), Duration.ofMillis(500), 2, TimeUnit.MILLISECONDS))
        .nettyCustomizer(
            new NettyCustomizer() {
              @Override
              public void afterChannelInitialized(Channel channel) {
                channel.pipeline().addFirst(new Silence(url.timeout()));
                fence.add(channel.eventLoop());
              }
            })
        .build();
  }

  static RedisClient client(ClientResources resources, RedisUrl url) {
    RedisClient client = RedisClient.create(resources);
    client.setOptions(with(ClientOptions.builder(), url).build());
    return client;
  }

  static RedisClusterClient clusterClient(ClientResources resources, RedisUrl url) {
    RedisClusterClient client = RedisClusterClient.create(resources, url.uris());
    ClusterClientOptions.Builder options = ClusterClientOptions.builder();
    with(options, url);
    client.setOptions(
        options
            .topologyRefreshOptions(
                ClusterTopologyRefreshOptions.builder()
                    .adaptiveRefreshTriggersTimeout(Duration.ofMillis(200))
                    .refreshTriggersReconnectAttempts(RECONNECTS_BEFORE_REFRESH)
                    .enablePeriodicRefresh(TOPOLOGY_REFRESH)
                    .build())
            .build());
    return client;
  }

  /**
   * Sets a long timeout for Lettuce. The coalescer measures the timeout of decisions, because it
   * knows the lag of this process. Lettuce only ends commands that nothing else ends.
   */
  private static ClientOptions.Builder with(ClientOptions.Builder options, RedisUrl url) {
    return options
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .protocolVersion(ProtocolVersion.RESP2)
        .replayFilter(command -> true)
        .requestQueueSize(QUEUE)
        .suspendReconnectOnProtocolFailure(false)
        .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
        .timeoutOptions(TimeoutOptions.enabled(url.timeout().multipliedBy(2).plus(LONGEST_LAG)));
  }
}
