package com.throttlex.proxy.stored;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyRoomTest {
  private final BodyRoom room = new BodyRoom(100);

  @Test
  void laneWithManyBodies_getsAQuarter_andOthersTheRest() {
    for (int i = 0; i < 50; i++) {
      assertThat(room.part("slow").take(1)).as("body %d", i).isEqualTo(i < 25);
    }

    assertThat(room.part("other").take(75)).isTrue();
    assertThat(room.part("third").take(1)).isFalse();
  }

  @Test
  void firstBodyOfALane_getsAllThatIsFree_andTheNextOneAfterIt() {
    BodyRoom.Part first = room.part("lane");
    BodyRoom.Part next = room.part("lane");
    assertThat(first.take(60)).isTrue();
    assertThat(next.take(1)).isFalse();
    assertThat(first.take(40)).isTrue();
    assertThat(first.take(1)).isFalse();

    first.release();

    assertThat(next.take(100)).isTrue();
  }

  @Test
  void part_thatIsReleasedTwice_givesItsBytesBackOnce() {
    BodyRoom.Part stays = room.part("lane");
    BodyRoom.Part ends = room.part("lane");
    assertThat(stays.take(10)).isTrue();
    assertThat(ends.take(15)).isTrue();
    ends.release();
    ends.release();

    assertThat(room).hasToString("10 bytes of 1 lanes");
    stays.release();
    assertThat(room).hasToString("0 bytes of 0 lanes");
  }
}
