package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.throttlex.server.OverflowingStore;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A failure that one client causes never changes the replies of another client. */
@Timeout(120)
class ReplyIsolationTest {
  private static final int BYSTANDERS = 8;

  /** Longer than a regular expression that recurses per part has stack for. */
  private static final String LONG_RESERVATION = "a".repeat(32) + "@1" + "-1".repeat(3_500);

  @TempDir Path folder;

  @Test
  void reservation_withThousandsOfSlots_reachesNoOtherClient() throws IOException {
    try (RedisServer redis = RedisServer.start();
        RunningServer service =
            RunningServer.start(folder, OpenDoor.RULES, "store: " + redis.url() + "\n")) {
      List<RawClient> bystanders = connect(service.respPort());
      for (int attack = 0; attack < 4; attack++) {
        attack(service.respPort(), LONG_RESERVATION);
        for (RawClient bystander : bystanders) {
          assertThat(bystander.ask("PING")).isEqualTo("PONG");
          assertThat(bystander.ask("ECHO", "mine")).isEqualTo("mine");
        }
      }
      close(bystanders);
    }
  }

  @Test
  void reservation_thatIsTooLong_isAnErrorAndKeepsTheConnection() throws IOException {
    try (OpenDoor door = new OpenDoor();
        RawClient client = door.client()) {
      assertThat(client.ask("TX.SETTLE", LONG_RESERVATION, "0"))
          .isEqualTo("-ERR reservation: 7034 characters (expected: at most 1024)");
      assertThat(client.ask("PING")).isEqualTo("PONG");
    }
  }

  private static List<RawClient> connect(int port) throws IOException {
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < BYSTANDERS; i++) {
      clients.add(new RawClient(port));
    }
    return clients;
  }

  private static void close(List<RawClient> clients) throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
  }

  /** Enlarges the receive buffer, so that both commands arrive in one read. */
  private static void attack(int port, String reservation) throws IOException {
    String large = "x".repeat(60_000);
    try (RawClient attacker = new RawClient(port)) {
      for (int i = 0; i < 12; i++) {
        assertThat(attacker.ask("ECHO", large)).isEqualTo(large);
      }
      attacker.send(
          RawClient.command("ECHO", "INJECTED") + RawClient.command("TX.SETTLE", reservation, "0"));
    }
  }

  @Test
  void errorOfTheJvm_closesItsConnectionAndDropsItsReplies() throws IOException {
    try (OpenDoor door = new OpenDoor(new OverflowingStore(), new NetServerOptions())) {
      List<RawClient> bystanders = connect(door.port);
      for (int attack = 0; attack < 2 * BYSTANDERS; attack++) {
        try (RawClient attacker = door.client()) {
          attacker.send("ECHO INJECTED\r\nTX.SETTLE r 0\r\nECHO NEVER\r\n");
          assertThat(attacker.atEnd()).isTrue();
        }
        for (RawClient bystander : bystanders) {
          assertThat(bystander.ask("PING")).isEqualTo("PONG");
        }
      }
      close(bystanders);
    }
  }

  @Test
  void httpRequest_fromAWebPage_isClosedWithoutAReply() throws IOException {
    try (OpenDoor door = new OpenDoor()) {
      for (String request :
          List.of(
              "POST / HTTP/1.1\r\nHost: x\r\n\r\nTX.CHECK USER u ENDPOINT /api/x\r\n",
              "Host: x\r\nTX.CHECK USER u ENDPOINT /api/x\r\n",
              "post /x\r\nTX.CHECK USER u ENDPOINT /api/x\r\n")) {
        try (RawClient page = door.client()) {
          assertThat(page.send(request).atEnd()).as(request).isTrue();
        }
      }
      try (RawClient client = door.client()) {
        assertThat(client.ask("TX.CHECK", "USER", "u", "ENDPOINT", "/api/x", "COST", "0"))
            .asInstanceOf(LIST)
            .startsWith(1L, 5L, 5L);
      }
    }
  }
}
