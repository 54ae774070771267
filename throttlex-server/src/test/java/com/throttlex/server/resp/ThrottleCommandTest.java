package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ThrottleCommandTest {
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

  /** The example of redis-cell's documentation. */
  @Test
  void firstUnit_ofSixteen_isAllowedAndResetsInTwoSeconds() throws IOException {
    assertThat(throttle("user123", "15", "30", "60", "1")).isEqualTo(reply(0, 16, 15, -1, 2));
  }

  @Test
  void burst_isAllowedAtOnceThenOneUnitPerInterval() throws IOException {
    for (long left = 15; left >= 0; left--) {
      assertThat(throttle("u", "15", "30", "60"))
          .isEqualTo(reply(0, 16, left, -1, 2 * (16 - left)));
    }

    assertThat(throttle("u", "15", "30", "60")).isEqualTo(reply(1, 16, 0, 2, 32));
    door.time.advance(Duration.ofSeconds(2));
    assertThat(throttle("u", "15", "30", "60")).isEqualTo(reply(0, 16, 0, -1, 32));
  }

  @Test
  void retryAndResetSeconds_areRoundedUp() throws IOException {
    throttle("u", "0", "1", "2");

    door.time.advance(Duration.ofNanos(1));
    assertThat(throttle("u", "0", "1", "2")).isEqualTo(reply(1, 1, 0, 2, 2));
    door.time.advance(Duration.ofSeconds(1));
    assertThat(throttle("u", "0", "1", "2")).isEqualTo(reply(1, 1, 0, 1, 1));
    door.time.advance(Duration.ofMillis(999));
    assertThat(throttle("u", "0", "1", "2")).isEqualTo(reply(1, 1, 0, 1, 1));
    door.time.advance(Duration.ofMillis(1));
    assertThat(throttle("u", "0", "1", "2")).isEqualTo(reply(0, 1, 0, -1, 2));
  }

  @Test
  void quantity_isChargedAsAWholeOrNotAtAll() throws IOException {
    assertThat(throttle("u", "9", "1", "60", "7")).isEqualTo(reply(0, 10, 3, -1, 420));
    assertThat(throttle("u", "9", "1", "60", "4")).isEqualTo(reply(1, 10, 3, 60, 420));
    assertThat(throttle("u", "9", "1", "60", "3")).isEqualTo(reply(0, 10, 0, -1, 600));
  }

  @Test
  void quantity_ofZero_consumesNothing() throws IOException {
    assertThat(throttle("u", "2", "1", "60", "0")).isEqualTo(reply(0, 3, 3, -1, 0));
    throttle("u", "2", "1", "60", "2");

    assertThat(throttle("u", "2", "1", "60", "0")).isEqualTo(reply(0, 3, 1, -1, 120));
    assertThat(throttle("u", "2", "1", "60", "0")).isEqualTo(reply(0, 3, 1, -1, 120));
  }

  @Test
  void quantity_aboveTheBurst_isDeniedWithoutARetryTime() throws IOException {
    assertThat(throttle("u", "2", "1", "60", "4")).isEqualTo(reply(1, 3, 3, -1, 0));
  }

  @Test
  void limit_changedForTheSameKey_appliesFromTheNextCommand() throws IOException {
    assertThat(throttle("u", "1", "1", "60")).isEqualTo(reply(0, 2, 1, -1, 60));
    assertThat(throttle("u", "4", "1", "60")).isEqualTo(reply(0, 5, 3, -1, 120));
  }

  @Test
  void differentKeys_haveSeparateCounters() throws IOException {
    String[] keys = {
      "",
      "a",
      "b",
      "A",
      "a ",
      " a",
      "a\0",
      "a|key=b",
      "cl.throttle|key=a",
      "%61",
      "\u00e4",
      "a\u0308"
    };
    for (String key : keys) {
      assertThat(throttle(key, "0", "1", "60")).as(key).isEqualTo(reply(0, 1, 0, -1, 60));
    }
    for (String key : keys) {
      assertThat(throttle(key, "0", "1", "60")).as(key).isEqualTo(reply(1, 1, 0, 60, 60));
    }
  }

  private Object throttle(String... arguments) throws IOException {
    String[] words = new String[arguments.length + 1];
    words[0] = "CL.THROTTLE";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    return client.ask(words);
  }

  private static List<Object> reply(long limited, long limit, long left, long retry, long reset) {
    return List.of(limited, limit, left, retry, reset);
  }
}
