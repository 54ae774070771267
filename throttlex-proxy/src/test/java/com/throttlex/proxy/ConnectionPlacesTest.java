package com.throttlex.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConnectionPlacesTest {
  private static final int MOST = 12;

  private final ConnectionPlaces places = new ConnectionPlaces(MOST);
  private final List<Client> admitted = new ArrayList<>();

  /** A connection that has a place, or had one. */
  private record Client(String address, EmbeddedChannel connection, Runnable place) {}

  private boolean connect(String address) {
    EmbeddedChannel connection = new EmbeddedChannel();
    Runnable place = places.take(address, connection);
    if (place != null) {
      admitted.add(new Client(address, connection, place));
    }
    return place != null;
  }

  private void connect(String address, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(connect(address)).isTrue();
    }
  }

  /** A connection that was closed gives its place back later than it lost it. */
  private void disconnect(int index) {
    Client client = admitted.remove(index);
    var unused = client.connection.close();
    client.place.run();
  }

  private long open(String address) {
    return admitted.stream()
        .filter(client -> client.address == null ? address == null : client.address.equals(address))
        .filter(client -> client.connection.isOpen())
        .count();
  }

  @Test
  void oneAddress_hasAllPlacesAndNoMore() {
    connect("a", MOST);

    assertThat(connect("a")).isFalse();
    assertThat(open("a")).isEqualTo(MOST);
    disconnect(3);
    assertThat(connect("a")).isTrue();
  }

  @Test
  void otherAddresses_takePlacesUntilAllHaveTheSame() {
    connect("a", MOST);
    connect("b", 5);
    assertThat(connect("b")).isTrue();
    assertThat(connect("b")).isFalse();
    assertThat(open("a")).isEqualTo(6);
    assertThat(open("b")).isEqualTo(6);

    connect("c", 4);
    assertThat(open("c")).isEqualTo(4);
    assertThat(open("a")).isBetween(4L, 5L);
  }

  @Test
  void placeOfAClosedConnection_isGivenBackOnce() {
    connect("a", MOST);
    connect("b");
    List.copyOf(admitted).stream()
        .filter(client -> !client.connection.isOpen())
        .forEach(
            client -> {
              client.place.run();
              client.place.run();
            });

    assertThat(connect("a")).isFalse();
  }

  @Test
  void trustedProxy_losesNoPlaceAndTakesThemFromOthers() {
    for (int i = 0; i < 6; i++) {
      assertThat(connect(null)).isTrue();
    }
    connect("a", 6);
    assertThat(connect(null)).isTrue();
    connect("b", 1);

    assertThat(open(null)).isEqualTo(7);
    assertThat(open("a")).isEqualTo(4);
  }

  @Test
  void places_underRandomArrivalsAndEnds_areNeverMoreThanTheBoundAndAllComeBack() {
    Random random = new Random(18);
    for (int i = 0; i < 20_000; i++) {
      if (random.nextBoolean() && !admitted.isEmpty()) {
        disconnect(random.nextInt(admitted.size()));
      } else {
        connect("address-" + Math.min(random.nextInt(8), random.nextInt(8)));
      }
      admitted.removeIf(
          client -> {
            boolean closed = !client.connection.isOpen();
            if (closed) {
              client.place.run();
            }
            return closed;
          });
      assertThat(admitted).hasSizeLessThanOrEqualTo(MOST);
    }
    while (!admitted.isEmpty()) {
      disconnect(0);
    }
    connect("a", MOST);
  }
}
