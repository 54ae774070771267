package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.grpc.ToldStore;
import com.throttlex.tck.Await;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that disconnect before their reply comes. */
class UndeliveredAnswersTest {
  private static final String[] CHECK = {"TX.CHECK", "USER", "u", "ENDPOINT", "/slots"};

  private final ToldStore store = new ToldStore();
  private final OpenDoor door = new OpenDoor(store, new NetServerOptions());

  @AfterEach
  void close() {
    door.close();
  }

  /** The slots that are left. */
  private static Object left(RawClient client) throws IOException {
    String[] question = {"TX.CHECK", "USER", "u", "ENDPOINT", "/slots", "COST", "0"};
    return ((List<?>) client.ask(question)).get(2);
  }

  @Test
  void slots_ofAClientThatIsGone_areGivenBack() throws Exception {
    try (RawClient other = door.client()) {
      assertThat(other.ask("PING")).isEqualTo("PONG");
      store.answerLate();
      Runnable first;
      Runnable second;
      try (RawClient leaving = door.client()) {
        leaving.send(RawClient.command(CHECK) + RawClient.command(CHECK));
        first = store.question();
        second = store.question();
      }
      Await.until(
          "a closed connection",
          () -> String.valueOf(other.ask("INFO", "clients")).contains("connected_clients:1\r\n"));
      second.run();
      first.run();
      store.answerAtOnce();

      Await.until("free slots", () -> left(other).equals(2L));
    }
  }

  @Test
  void slot_thatIsReadyBehindAReplyStillAwaited_isGivenBack() throws Exception {
    try (RawClient other = door.client()) {
      Runnable first;
      try (RawClient leaving = door.client()) {
        store.answerLate();
        leaving.send(RawClient.command("TX.CHECK", "USER", "v", "ENDPOINT", "/slots"));
        first = store.question();
        store.answerAtOnce();
        leaving.send(RawClient.command(CHECK));
        Await.until("a slot taken", () -> left(other).equals(1L));
      }
      Await.until("the slot free again", () -> left(other).equals(2L));
      first.run();
    }
  }

  @Test
  void slots_ofAClientThatStays_areHeld() throws Exception {
    try (RawClient client = door.client()) {
      store.answerLate();
      client.send(RawClient.command(CHECK));
      store.question().run();
      assertThat((List<?>) client.reply()).hasSize(7);
      store.answerAtOnce();

      assertThat(left(client)).isEqualTo(1L);
    }
  }
}
