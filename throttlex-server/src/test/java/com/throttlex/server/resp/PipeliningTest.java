package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.throttlex.store.MemoryStore;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PipeliningTest {
  private static final int CLIENTS = 16;
  private static final int COMMANDS = 500;

  @Test
  void manyClients_onOneThrottleKey_areAllowedExactlyTheLimit() throws Exception {
    try (OpenDoor door = new OpenDoor()) {
      assertThat(admitted(door, "CL.THROTTLE hot 999 1 1500000\r\n", 0L)).isEqualTo(1000);
    }
  }

  @Test
  void manyClients_underOneRule_areAllowedExactlyTheLimit() throws Exception {
    try (OpenDoor door = new OpenDoor()) {
      assertThat(admitted(door, "TX.CHECK USER hot ENDPOINT /thousand\r\n", 1L)).isEqualTo(1000);
    }
  }

  private static int admitted(OpenDoor door, String command, Long allowed) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<Future<Integer>> counts = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      counts.add(threads.submit(() -> admittedToOne(door, command, allowed)));
    }
    int sum = 0;
    for (Future<Integer> count : counts) {
      sum += count.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();
    return sum;
  }

  private static int admittedToOne(OpenDoor door, String command, Long allowed) throws IOException {
    int count = 0;
    try (RawClient client = door.client()) {
      client.send(command.repeat(COMMANDS));
      for (int i = 0; i < COMMANDS; i++) {
        List<?> reply = (List<?>) client.reply();
        count += reply.get(0).equals(allowed) ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void mixedCommands_areAnsweredInOrder() throws IOException {
    try (OpenDoor door = new OpenDoor();
        RawClient client = door.client()) {
      assertMixedInOrder(client, 2_000);
    }
  }

  @Test
  void replies_whenTheStoreAnswersLate_keepTheirOrder() throws IOException {
    try (LateStore store = new LateStore(new MemoryStore(), new Random(3));
        OpenDoor door = new OpenDoor(store, new NetServerOptions());
        RawClient client = door.client()) {
      assertMixedInOrder(client, 5_000);
      assertThat(store.late()).isGreaterThan(1_000);
    }
  }

  @Test
  void quit_withLateRepliesOpen_isAnsweredAfterThem() throws IOException {
    try (LateStore store = new LateStore(new MemoryStore(), new Random(4));
        OpenDoor door = new OpenDoor(store, new NetServerOptions());
        RawClient client = door.client()) {
      client.send("CL.THROTTLE a 9 1 60\r\nCL.THROTTLE a 9 1 60\r\nQUIT\r\nPING\r\n");

      assertThat(client.reply()).asInstanceOf(LIST).startsWith(0L, 10L, 9L);
      assertThat(client.reply()).asInstanceOf(LIST).startsWith(0L, 10L, 8L);
      assertThat(client.reply()).isEqualTo("OK");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void command_whenTheStoreFails_isAnErrorAndKeepsTheConnection() throws IOException {
    try (LateStore store = new LateStore(new MemoryStore(), new Random(5));
        OpenDoor door = new OpenDoor(store, new NetServerOptions());
        RawClient client = door.client()) {
      store.fail();

      assertThat(client.ask("CL.THROTTLE", "a", "9", "1", "60"))
          .isEqualTo("-UNAVAILABLE rate limits are temporarily unavailable");
      assertThat(client.ask("PING")).isEqualTo("PONG");
    }
  }

  private static void assertMixedInOrder(RawClient client, int count) throws IOException {
    StringBuilder commands = new StringBuilder();
    for (int i = 0; i < count; i++) {
      commands.append(
          switch (i % 4) {
            case 0 -> RawClient.command("CL.THROTTLE", "key-" + i, String.valueOf(i), "1", "60");
            case 1 -> "ECHO " + i + "\r\n";
            case 2 -> RawClient.command("TX.CHECK", "USER", "u" + i, "ENDPOINT", "/api");
            default -> "NONSENSE-" + i + "\r\n";
          });
    }
    Thread sender = new Thread(() -> send(client, commands.toString()));
    sender.start();
    for (int i = 0; i < count; i++) {
      Object reply = client.reply();
      switch (i % 4) {
        case 0 -> assertThat(reply).isEqualTo(List.of(0L, i + 1L, (long) i, -1L, 60L));
        case 1 -> assertThat(reply).isEqualTo(String.valueOf(i));
        case 2 -> assertThat(reply).asInstanceOf(LIST).startsWith(1L, 5L, 4L).endsWith("per-user");
        default -> assertThat((String) reply).startsWith("-ERR unknown command 'NONSENSE-" + i);
      }
    }
  }

  private static void send(RawClient client, String text) {
    try {
      client.send(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
