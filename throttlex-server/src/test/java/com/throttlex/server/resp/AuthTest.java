package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.throttlex.server.identity.AccessToken;
import com.throttlex.store.MemoryStore;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Redis clients authenticate themselves when access tokens are configured. */
@Timeout(120)
class AuthTest {
  private static final String TOKEN = "gateway-token-0123456789";
  private static final String OTHER = "batch-token-9876543210";
  private static final String NOAUTH = "-NOAUTH Authentication required.";
  private static final String WRONGPASS =
      "-WRONGPASS invalid username-password pair or user is disabled.";

  private final OpenDoor door =
      new OpenDoor(
          new MemoryStore(),
          new NetServerOptions(),
          List.of(new AccessToken("gateway", TOKEN), new AccessToken("batch", OTHER)));

  @AfterEach
  void close() {
    door.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ECHO x",
        "CL.THROTTLE k 1 1 60",
        "TX.CHECK USER u ENDPOINT /api/x",
        "TX.SETTLE r 0",
        "SELECT 0",
        "CLIENT ID",
        "COMMAND",
        "INFO",
        "CONFIG GET save",
        "DBSIZE",
        "RESET",
        "NOSUCH"
      })
  void command_beforeAuth_isRefused(String command) throws IOException {
    try (RawClient client = door.client()) {
      assertThat(client.send(command + "\r\n").reply()).isEqualTo(NOAUTH);
      assertThat(client.send("HELLO 2\r\n").reply().toString()).startsWith("-NOAUTH ");
      assertThat(client.ask("PING")).isEqualTo("PONG");
      assertThat(client.ask("AUTH", TOKEN)).isEqualTo("OK");
      assertThat(client.send(command + "\r\n").reply()).isNotEqualTo(NOAUTH);
    }
  }

  @Test
  void client_withAValidToken_isAdmittedByEveryForm() throws IOException {
    for (String auth :
        List.of(
            "AUTH " + TOKEN,
            "auth " + OTHER,
            "AUTH gateway " + TOKEN,
            "AUTH batch " + OTHER,
            "AUTH default " + TOKEN,
            "HELLO 2 AUTH gateway " + TOKEN,
            "HELLO 2 AUTH default " + OTHER + " SETNAME x")) {
      try (RawClient client = door.client()) {
        client.send(auth + "\r\n").reply();
        assertThat(client.ask("ECHO", "x")).as(auth).isEqualTo("x");
      }
    }
  }

  @Test
  void client_withAWrongToken_isRefusedAndStaysOut() throws IOException {
    for (String auth :
        List.of(
            "AUTH " + TOKEN + "x",
            "AUTH gateway " + OTHER,
            "AUTH nobody " + TOKEN,
            "AUTH \"\" " + TOKEN,
            "AUTH gateway \"\"",
            "HELLO 2 AUTH batch " + TOKEN)) {
      try (RawClient client = door.client()) {
        assertThat(client.send(auth + "\r\n").reply()).as(auth).isEqualTo(WRONGPASS);
        assertThat(client.ask("ECHO", "x")).isEqualTo(NOAUTH);
      }
    }
  }

  @Test
  void wrongTokens_moreThanTenAMinute_areCutOffAndLockOutNobody() throws IOException {
    for (int i = 0; i < 10; i++) {
      try (RawClient client = door.client()) {
        assertThat(client.ask("AUTH", "wrong-token-0123456" + i)).isEqualTo(WRONGPASS);
      }
    }
    try (RawClient client = door.client()) {
      assertThat(client.ask("AUTH", "wrong-token-0123456789").toString())
          .startsWith("-ERR credential: too many wrong credentials from this address");
      assertThat(client.atEnd()).isTrue();
    }
    try (RawClient client = door.client()) {
      assertThat(client.ask("AUTH", TOKEN)).isEqualTo("OK");
    }
    door.time.advance(Duration.ofMinutes(1));
    try (RawClient client = door.client()) {
      assertThat(client.ask("AUTH", "wrong-token-0123456789")).isEqualTo(WRONGPASS);
    }
  }

  @Test
  void reset_afterAuth_forgetsWhoTheClientIs() throws IOException {
    try (RawClient client = door.client()) {
      assertThat(client.ask("AUTH", TOKEN)).isEqualTo("OK");
      assertThat(client.ask("RESET")).isEqualTo("RESET");
      assertThat(client.ask("ECHO", "x")).isEqualTo(NOAUTH);
    }
  }

  @Test
  void largeCommand_beforeAuth_endsTheConnection() throws IOException {
    for (String command : List.of("*11\r\n", "*2\r\n$4\r\nECHO\r\n$16385\r\n")) {
      try (RawClient client = door.client()) {
        assertThat(client.send(command).reply().toString())
            .startsWith("-ERR Protocol error: unauthenticated ");
        assertThat(client.atEnd()).isTrue();
      }
    }
  }

  @Test
  void pipeline_beforeAuth_isRefusedAndAfterItAnsweredInOrder() throws IOException {
    try (RawClient client = door.client()) {
      client.send("ECHO a\r\nAUTH " + TOKEN + "\r\nECHO b\r\nTX.CHECK USER u ENDPOINT /api/x\r\n");
      assertThat(client.reply()).isEqualTo(NOAUTH);
      assertThat(client.reply()).isEqualTo("OK");
      assertThat(client.reply()).isEqualTo("b");
      assertThat(client.reply()).asInstanceOf(LIST).startsWith(1L, 5L, 4L);
    }
  }

  @Test
  void realClient_withATokenAsUrlPassword_isAdmitted() {
    for (String user : List.of("", "gateway", "default")) {
      String url = "redis://" + user + ":" + TOKEN + "@127.0.0.1:" + door.port;
      try (Jedis jedis = new Jedis(url)) {
        assertThat(jedis.echo("x")).isEqualTo("x");
      }
    }
  }
}
