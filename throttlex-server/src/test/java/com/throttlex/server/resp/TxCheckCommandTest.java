package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TxCheckCommandTest {
  private static final long HOUR_END = OpenDoor.START.getEpochSecond() + 3600;

  private final OpenDoor door = new OpenDoor();
  private RawClient client;

  @BeforeEach
  void connect() throws IOException {
    client = door.client();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    door.close();
  }

  @Test
  void check_overTheLimitOfItsRule_isDenied() throws IOException {
    for (long left = 4; left >= 0; left--) {
      assertThat(check("USER", "u", "ENDPOINT", "/api/x"))
          .isEqualTo(List.of(1L, 5L, left, HOUR_END, 0L, "per-user"));
    }
    assertThat(check("USER", "u", "ENDPOINT", "/api/x"))
        .isEqualTo(List.of(0L, 5L, 0L, HOUR_END, 3600L, "per-user"));
    assertThat(check("USER", "v", "ENDPOINT", "/api/x").get(0)).isEqualTo(1L);
  }

  @Test
  void check_withoutAMatchingRule_isAllowedWithoutALimit() throws IOException {
    List<Object> reply = check();

    assertThat(reply).hasSize(6);
    assertThat(reply.subList(0, 3)).isEqualTo(List.of(1L, -1L, -1L));
    assertThat(reply.get(5)).isNull();
  }

  @Test
  void keywords_inAnyCaseAndOrder_areAccepted() throws IOException {
    assertThat(check("cost", "3", "endpoint", "/api/x", "Method", "get", "user", "u", "tier", "t"))
        .startsWith(1L, 5L, 2L);
    assertThat(check("service", "s", "APIKEY", "k", "priority", "high")).startsWith(1L, -1L);
  }

  @Test
  void check_ofCostZero_consumesNothing() throws IOException {
    assertThat(check("USER", "u", "ENDPOINT", "/api/x", "COST", "0")).startsWith(1L, 5L, 5L);
    assertThat(check("USER", "u", "ENDPOINT", "/api/x", "COST", "0")).startsWith(1L, 5L, 5L);
  }

  @Test
  void user_withAnyCharacters_isAccepted() throws IOException {
    assertThat(check("USER", "\u00fc \uFFFD \uD83D\uDE00", "ENDPOINT", "/api"))
        .startsWith(1L, 5L, 4L);
    assertThat(check("USER", "\u00fc \uFFFD \uD83D\uDE01", "ENDPOINT", "/api"))
        .startsWith(1L, 5L, 4L);
  }

  @Test
  void ipv6Addresses_ofOneNetwork_shareACounter() throws IOException {
    assertThat(check("IP", "2001:db8::1", "ENDPOINT", "/ip")).startsWith(1L, 2L, 1L);
    assertThat(check("IP", "2001:db8::2", "ENDPOINT", "/ip")).startsWith(1L, 2L, 0L);
    assertThat(check("IP", "2001:db8:0:1::2", "ENDPOINT", "/ip")).startsWith(1L, 2L, 1L);
  }

  @Test
  void attributes_areMatched() throws IOException {
    assertThat(check("USER", "u", "ATTR", "region", "eu", "ATTR", "plan", "gold").get(5))
        .isEqualTo("europe");
    assertThat(check("USER", "u", "ATTR", "region", "eu").get(5)).isNull();
  }

  @Test
  void check_repeatedWithAnIdempotencyKey_isChargedOnceAndAnsweredTheSame() throws IOException {
    List<Object> first = check("USER", "u", "ENDPOINT", "/api/x", "IDEMPOTENCY", "id-1");

    assertThat(check("USER", "u", "ENDPOINT", "/api/x", "IDEMPOTENCY", "id-1")).isEqualTo(first);
    assertThat(check("USER", "u", "ENDPOINT", "/api/x")).startsWith(1L, 5L, 3L);
  }

  @Test
  void settle_correctsAReservationOnce() throws IOException {
    List<Object> reserved = check("USER", "u", "ENDPOINT", "/api/x", "COST", "4", "RESERVE");
    assertThat(reserved).hasSize(7);
    String reservation = (String) reserved.get(6);

    assertThat(client.ask("TX.SETTLE", reservation, "1")).isEqualTo(1L);
    assertThat(client.ask("TX.SETTLE", reservation, "5")).isEqualTo(0L);
    assertThat(check("USER", "u", "ENDPOINT", "/api/x")).startsWith(1L, 5L, 3L);
  }

  @Test
  void settle_freesAConcurrencySlot() throws IOException {
    String slot = (String) check("USER", "u", "ENDPOINT", "/slots").get(6);
    assertThat(check("USER", "u", "ENDPOINT", "/slots")).hasSize(7);
    assertThat(check("USER", "u", "ENDPOINT", "/slots")).hasSize(6).startsWith(0L);

    assertThat(client.ask("TX.SETTLE", slot, "0")).isEqualTo(1L);
    assertThat(check("USER", "u", "ENDPOINT", "/slots")).startsWith(1L);
  }

  @Test
  void settle_ofAnUnknownReservation_isAnError() throws IOException {
    assertThat(client.ask("TX.SETTLE", "nonsense", "1"))
        .isEqualTo("-ERR reservation: \"nonsense\" (expected: one given in the last 5 minutes)");
  }

  @SuppressWarnings("unchecked") // an error reply fails the cast, and so the test
  private List<Object> check(String... arguments) throws IOException {
    String[] words = new String[arguments.length + 1];
    words[0] = "TX.CHECK";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    return (List<Object>) client.ask(words);
  }

  @Test
  void check_thatHasToBeDelayed_isAnsweredAfterTheDelay() throws IOException {
    client.ask("TX.CHECK", "USER", "slow", "ENDPOINT", "/delayed");
    long start = System.nanoTime();
    assertThat(client.ask("TX.CHECK", "USER", "slow", "ENDPOINT", "/delayed"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .startsWith(1L);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(100_000_000L);
  }
}
