package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.commands.ProtocolCommand;

/** Real clients, connecting as they do by default. */
class RedisClientsTest {
  private final OpenDoor door = new OpenDoor();

  @AfterEach
  void close() {
    door.close();
  }

  @Test
  void lettuce_connectsAndChecks() {
    RedisClient client = RedisClient.create("redis://127.0.0.1:" + door.port);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      assertThat(connection.sync().ping()).isEqualTo("PONG");
      assertThat(connection.sync().clientGetname()).isNull();
      assertThat(connection.sync().clientSetname("me")).isEqualTo("OK");
      assertThat(connection.sync().clientGetname()).isEqualTo("me");
      assertThat(connection.sync().info()).contains("server_name:throttlex", "loading:0");
      assertThat(connection.sync().commandCount()).isGreaterThan(10);
      assertThat(connection.sync().command()).hasSize(connection.sync().commandCount().intValue());
      assertThat(connection.sync().configGet("maxmemory")).isEmpty();
      assertThat(lettuce(connection, "CL.THROTTLE", "u", "15", "30", "60"))
          .isEqualTo(List.of(0L, 16L, 15L, -1L, 2L));
      assertThat(lettuce(connection, "TX.CHECK", "USER", "u", "ENDPOINT", "/api"))
          .startsWith(1L, 5L, 4L);
    } finally {
      client.shutdown();
    }
  }

  @Test
  void lettuce_withPasswordNameAndDatabase_connects() {
    String url = "redis://user:secret@127.0.0.1:" + door.port + "/0?clientName=billing";
    RedisClient client = RedisClient.create(url);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      assertThat(connection.sync().clientGetname()).isEqualTo("billing");
    } finally {
      client.shutdown();
    }
  }

  private static List<Object> lettuce(
      StatefulRedisConnection<String, String> connection, String name, String... arguments) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    for (String argument : arguments) {
      args.add(argument);
    }
    CommandOutput<String, String, List<Object>> output = new ArrayOutput<>(StringCodec.UTF8);
    return connection.sync().dispatch(new Keyword(name), output, args);
  }

  private record Keyword(String word) implements ProtocolKeyword {
    @Override
    public byte[] getBytes() {
      return word.getBytes(StandardCharsets.US_ASCII);
    }
  }

  @Test
  void jedis_connectsAndChecks() {
    try (Jedis jedis = new Jedis("127.0.0.1", door.port)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThat(jedis.echo("hallo")).isEqualTo("hallo");
      assertThat(jedis.clientId()).isPositive();
      assertThat(jedis.sendCommand(command("CL.THROTTLE"), "u", "15", "30", "60"))
          .isEqualTo(List.of(0L, 16L, 15L, -1L, 2L));
      assertThat(jedis.sendCommand(command("TX.CHECK"), "USER", "u", "ENDPOINT", "/api"))
          .asInstanceOf(LIST)
          .startsWith(1L, 5L, 4L);
    }
  }

  @Test
  void jedis_withPasswordNameAndDatabase_connects() {
    DefaultJedisClientConfig config =
        DefaultJedisClientConfig.builder()
            .user("user")
            .password("secret")
            .clientName("billing")
            .database(0)
            .build();
    try (Jedis jedis = new Jedis(new HostAndPort("127.0.0.1", door.port), config)) {
      assertThat(jedis.clientGetname()).isEqualTo("billing");
    }
  }

  private static ProtocolCommand command(String name) {
    return () -> name.getBytes(StandardCharsets.US_ASCII);
  }
}
