package com.throttlex.benchmarks.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Spring Cloud Gateway in front of one upstream, with its Redis limiter for each user. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class GatewayPeer {
  /** A limit for each user and second that is never reached. */
  private static final int PER_SECOND = 1_000_000;

  private static final String ROUTE = "--spring.cloud.gateway.server.webflux.routes[0].";

  /** Starts it; the arguments are its port, the port of the upstream and the port of Redis. */
  public static void main(String[] args) {
    start(args[0], args[1], args[2]);
  }

  static ConfigurableApplicationContext start(String port, String upstream, String redis) {
    return SpringApplication.run(
        GatewayPeer.class,
        "--logging.level.root=warn",
        "--server.address=127.0.0.1",
        "--server.port=" + port,
        "--spring.data.redis.host=127.0.0.1",
        "--spring.data.redis.port=" + redis,
        ROUTE + "id=app",
        ROUTE + "uri=http://127.0.0.1:" + upstream,
        ROUTE + "predicates[0]=Path=/**",
        ROUTE + "filters[0]=RequestRateLimiter");
  }

  @Bean
  RedisRateLimiter limiter() {
    return new RedisRateLimiter(PER_SECOND, PER_SECOND);
  }

  @Bean
  KeyResolver user() {
    return exchange -> Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("X-User"));
  }
}
