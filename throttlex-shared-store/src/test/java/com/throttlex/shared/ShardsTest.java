package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.throttlex.key.Key;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardsTest {
  private static final int SUBJECTS = 100_000;

  private static List<ShardedStore.Shard> named(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new ShardedStore.Shard("db-" + i + ":5432/limits", new MemoryStore()))
        .toList();
  }

  private static Key key(int subject) {
    return Key.of("per-user|user=" + subject, Integer.toString(subject));
  }

  private static Store place(Shards shards, Key key) {
    return shards.store(shards.shard(key));
  }

  @Test
  void subjects_overFiveShards_areSpreadEvenly() {
    Shards shards = new Shards(named(5));
    Map<Store, Integer> sizes = new HashMap<>();
    for (int i = 0; i < SUBJECTS; i++) {
      sizes.merge(place(shards, key(i)), 1, Integer::sum);
    }
    assertThat(sizes).hasSize(5);
    assertThat(sizes.values())
        .allSatisfy(size -> assertThat(size).isCloseTo(SUBJECTS / 5, within(SUBJECTS / 5 / 33)));
  }

  @Test
  void subjects_whenASixthShardIsAdded_moveOnlyThereAndOneInSix() {
    List<ShardedStore.Shard> six = named(6);
    Shards before = new Shards(six.subList(0, 5));
    Shards after = new Shards(six);
    Store added = six.get(5).store();
    int moved = 0;
    for (int i = 0; i < SUBJECTS; i++) {
      Store now = place(after, key(i));
      assertThat(now).isIn(place(before, key(i)), added);
      moved += now == added ? 1 : 0;
    }
    assertThat(moved).isCloseTo(SUBJECTS / 6, within(SUBJECTS / 6 / 33));
  }

  @Test
  void subjects_whenTheShardsAreListedInAnotherOrder_stayWhereTheyAre() {
    List<ShardedStore.Shard> listed = new ArrayList<>(named(5));
    Shards one = new Shards(listed);
    Collections.reverse(listed);
    Shards other = new Shards(listed);
    for (int i = 0; i < 10_000; i++) {
      assertThat(place(other, key(i))).isSameAs(place(one, key(i)));
      assertThat(other.byId(one.id(one.shard(key(i))))).isEqualTo(other.shard(key(i)));
    }
  }

  @Test
  void subjects_inAnyProcess_lieWhereTheyHaveAlwaysLain() {
    Shards shards = new Shards(named(5));
    List<Integer> places = IntStream.range(0, 20).map(i -> shards.shard(key(i))).boxed().toList();
    assertThat(places).containsExactly(1, 1, 3, 4, 0, 3, 2, 3, 1, 2, 0, 4, 0, 2, 3, 1, 2, 0, 0, 2);
    assertThat(shards.shard(Key.of("r|user=Zoë 🚀", "Zoë 🚀"))).isEqualTo(4);
    assertThat(shards.id(0)).isEqualTo("334r21u2w0xe1");
  }

  @Test
  void keys_ofOneSubjectOrOfARuleWithout_lieTogether() {
    Shards shards = new Shards(named(5));
    for (int i = 0; i < 1_000; i++) {
      String subject = "s-" + i;
      assertThat(shards.shard(Key.of("a|user=" + subject, subject)))
          .isEqualTo(shards.shard(Key.of("b|ip=10.0.0.1|user=" + subject, subject)));
      String rule = "rule-" + i;
      assertThat(shards.shard(Key.of(rule + "|x=1", "")))
          .isEqualTo(shards.shard(Key.of(rule + "|y=2", "")))
          .isEqualTo(shards.shard(Key.of(rule, "")));
    }
  }
}
