package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.RedisServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RedisWarningsTest {
  private static List<String> warnings(String url) throws Exception {
    try (Redis redis = Connected.to(url + "?timeout=10s")) {
      return redis.warnings().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void server_thatEvicts_isWarnedOf() throws Exception {
    try (RedisServer server = RedisServer.start("--maxmemory-policy", "allkeys-lru")) {
      assertThat(warnings(server.url()))
          .singleElement()
          .asString()
          .contains("maxmemory-policy: allkeys-lru (expected: noeviction");
    }
  }

  @Test
  void server_thatDoesNotEvict_isNotWarnedOf() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      assertThat(warnings(server.url())).isEmpty();
    }
  }

  @Test
  void user_whoMayNotAsk_isToldSo() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      server.command(
          "ACL", "SETUSER", "tom", "on", ">pass", "~*", "&*", "+@all", "-info", "-config");
      String url = server.url().replace("redis://", "redis://tom:pass@");
      assertThat(warnings(url)).singleElement().asString().contains("maxmemory-policy: unknown");
    }
  }
}
