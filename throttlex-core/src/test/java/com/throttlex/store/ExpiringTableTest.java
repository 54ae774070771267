package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpiringTableTest {
  private static final int SIZE = 100;
  private static final int ROOM = 16 * 10 * SIZE; // ten in each stripe
  private static final long LIFE = 1_000;

  private final ExpiringTable<Item> table = new ExpiringTable<>(ROOM);

  private static final class Item extends Expiring<Item> {
    private final boolean spared;

    Item(long hi, long endsAt, boolean spared) {
      super(hi, 7, endsAt);
      this.spared = spared;
    }

    @Override
    int bytes() {
      return SIZE;
    }

    @Override
    boolean isSpared() {
      return spared;
    }
  }

  private Item add(long hi, long now, boolean spared) {
    Item item = new Item(hi, now + LIFE, spared);
    assertThat(table.add(item, now)).isTrue();
    return item;
  }

  private List<Long> present(long from, long to, long now) {
    List<Long> present = new ArrayList<>();
    for (long hi = from; hi < to; hi++) {
      if (table.get(hi, 7, now) != null) {
        present.add(hi);
      }
    }
    return present;
  }

  @Test
  void additions_withoutRoom_removeTheOldest() {
    for (int i = 0; i < 1000; i++) {
      add(i, i / 100, false);
      assertThat(table.bytes()).isLessThanOrEqualTo(ROOM);
    }
    assertThat(present(0, 1000, 10))
        .containsExactly(990L, 991L, 992L, 993L, 994L, 995L, 996L, 997L, 998L, 999L);
  }

  @Test
  void spared_staysUntilOnlySparedAreLeft() {
    Item holder = add(5000, 0, true);
    for (int i = 0; i < 1000; i++) {
      add(i, 1, false);
    }
    assertThat(table.get(5000, 7, 1)).isSameAs(holder);
    for (int i = 1000; i < 1100; i++) {
      add(i, 1, true);
    }
    assertThat(table.bytes()).isLessThanOrEqualTo(ROOM);
    assertThat(present(0, 1000, 1)).isEmpty();
  }

  @Test
  void entries_thatEnded_areGoneAndLeaveAsOthersCome() {
    for (int i = 0; i < 8; i++) {
      add(i, 0, false);
    }
    assertThat(present(0, 8, LIFE)).isEmpty();
    for (int i = 100; i < 104; i++) {
      add(i, LIFE, false);
    }
    assertThat(table.bytes()).isEqualTo(4 * SIZE);
  }

  @Test
  void add_ofAHashThatIsThere_keepsTheOneThatHasNotEnded() {
    Item first = add(1, 0, false);
    assertThat(table.add(new Item(1, 5 * LIFE, false), LIFE - 1)).isFalse();
    assertThat(table.get(1, 7, LIFE - 1)).isSameAs(first);
    Item second = add(1, LIFE, false);
    assertThat(table.get(1, 7, LIFE)).isSameAs(second);
    assertThat(table.bytes()).isEqualTo(SIZE);
  }

  @Test
  void remove_ofAnEntry_freesItsBytesOnce() {
    Item item = add(1, 0, false);
    add(2, 0, false);
    table.remove(item);
    table.remove(item);
    assertThat(present(0, 3, 1)).containsExactly(2L);
    assertThat(table.bytes()).isEqualTo(SIZE);
  }
}
