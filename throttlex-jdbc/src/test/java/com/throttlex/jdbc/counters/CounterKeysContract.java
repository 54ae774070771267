package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;
import static com.throttlex.jdbc.counters.Requests.used;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Tests that names stay distinct which databases may fold, trim, cut or interpret. */
interface CounterKeysContract extends CounterFixture {
  Limit LIMIT = Requests.forGood(Algorithm.FIXED_WINDOW, 1_000);
  Limit ONCE = Requests.forGood(Algorithm.FIXED_WINDOW, 1);
  int BATCH = 256;

  /** The pieces of all short names. */
  List<String> PIECES = List.of("a", "A", " ", "\0", "%", "_", "'", "\\");

  /** Returns one name for each way to lose a difference. */
  static List<String> names() {
    List<String> names =
        new ArrayList<>(List.of("", " ", "  ", "\0", "\0\0", "a", "A", "a ", " a"));
    names.addAll(List.of("a\0", "a\0b", "a\t", "a\n", "a\r\n", "a\u00a0", "a\u200b", "\ufeffa"));
    names.addAll(
        List.of("é", "e\u0301", "É", "e", "ß", "ss", "SS", "ﬁ", "fi", "İ", "i\u0307", "ı"));
    names.addAll(List.of("０", "0", "00", "-0", "\ud83d\ude00", "\ud83d\ude01"));
    names.addAll(List.of("\u00c5", "A\u030a", "\u212b"));
    names.addAll(List.of("%", "_", "%%", "a%", "a_", "\\", "\\\\", "'", "''", "\"", "`", "\\'"));
    names.addAll(
        List.of("'; drop table throttlex_usage; --", "?", "$1", ":a", "{}", "{d '1'}", "/*"));
    names.addAll(List.of("a:0", "a:0:0", "=a", "#a", "~a", "0x61", "\\x61"));
    for (int length : new int[] {199, 200, 201, 255, 256, 5_000}) {
      names.add("x".repeat(length));
      names.add("x".repeat(length - 1) + "X");
      names.add("x".repeat(length - 1) + " ");
      names.add("é".repeat(length) + "\0");
    }
    return names;
  }

  @Test
  default void keys_thatDatabasesLikeToMerge_areCountedSeparately() {
    try (JdbcStore store = store(() -> Requests.START, "named.")) {
      List<String> names = names();
      List<Verdicts> requests = new ArrayList<>();
      forEach(names, (i, name) -> requests.add(new Verdicts(charge(name, LIMIT, i + 1))));
      join(store.decideAll(requests));
      join(store.reset(Key.of("a", "a"), 0, 0));

      forEach(
          names,
          (i, name) ->
              assertThat(used(store, Key.of(name, name)))
                  .as("units of \"%s\", number %d", name, i)
                  .isEqualTo(name.equals("a") ? 0 : i + 1));
    }
  }

  @Test
  default void thousandsOfKeys_madeOfTroublesomePieces_areCountedSeparately() {
    List<String> names = List.of("");
    Set<String> all = new HashSet<>();
    for (int length = 1; length <= 4; length++) {
      names = names.stream().flatMap(name -> PIECES.stream().map(piece -> name + piece)).toList();
      all.addAll(names);
    }
    List<String> shuffled = List.copyOf(all);
    try (JdbcStore store = store(() -> Requests.START, "many.")) {
      assertThat(admitted(store, shuffled)).hasSize(all.size());
      assertThat(admitted(store, shuffled)).isEmpty();
    }
  }

  private static List<String> admitted(JdbcStore store, List<String> names) {
    List<String> admitted = new ArrayList<>();
    for (int from = 0; from < names.size(); from += BATCH) {
      List<String> some = names.subList(from, Math.min(names.size(), from + BATCH));
      List<Verdicts> requests =
          some.stream().map(name -> new Verdicts(charge(name, ONCE, 1))).toList();
      join(store.decideAll(requests));
      forEach(
          some,
          (i, name) -> {
            if (requests.get(i).admitted()) {
              admitted.add(name);
            }
          });
    }
    return admitted;
  }

  @Test
  default void reservations_whoseNamesDatabasesLikeToMerge_areSettledSeparately() {
    try (JdbcStore store = store(() -> Requests.START, "reserved.")) {
      List<String> names = names();
      List<Verdicts> requests = new ArrayList<>();
      forEach(
          names,
          (i, name) ->
              requests.add(
                  new Verdicts(charge("counter-" + i, LIMIT, 500).reserve(name, 60_000_000_000L))));
      join(store.decideAll(requests));
      forEach(
          names,
          (i, name) ->
              assertThat(join(store.settle(name, i, 0)))
                  .as("the settlement of \"%s\", number %d", name, i)
                  .isEqualTo(Settlement.SETTLED));

      forEach(
          names,
          (i, name) ->
              assertThat(used(store, Key.of("counter-" + i, "")))
                  .as("units reserved as \"%s\", number %d", name, i)
                  .isEqualTo(i.longValue()));
      assertThat(join(store.settle("x".repeat(202), 0, 0))).isEqualTo(Settlement.UNKNOWN);
    }
  }

  @Test
  default void repetitions_whoseKeysDatabasesLikeToMerge_areAnsweredSeparately() {
    try (JdbcStore store = store(() -> Requests.START, "replayed.")) {
      List<String> names = names();
      for (int round = 0; round < 2; round++) {
        List<Verdicts> requests = new ArrayList<>();
        forEach(
            names,
            (i, name) -> requests.add(new Verdicts(charge("one", LIMIT, i + 1).replayKey(name))));
        join(store.decideAll(requests));
        long left = LIMIT.capacity();
        for (int i = 0; i < names.size() && left >= i + 1; i++) {
          left -= i + 1;
          assertThat(requests.get(i).get(0).remaining())
              .as("left after \"%s\", number %d, round %d", names.get(i), i, round)
              .isEqualTo(left);
        }
      }
    }
  }

  private static Charges charge(String name, Limit limit, long cost) {
    Charges charges = new Charges().start(0);
    charges.add(Key.of(name, name), 0, limit, cost);
    return charges;
  }

  private static void forEach(List<String> names, BiConsumer<Integer, String> work) {
    for (int i = 0; i < names.size(); i++) {
      work.accept(i, names.get(i));
    }
  }
}
