package com.throttlex.shared;

import static com.throttlex.shared.PlacedStore.Fault.DOWN;
import static com.throttlex.shared.PlacedStore.Fault.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests batches to a store with one unavailable place. */
class CoalescerPlacesTest {
  private final PlacesLab lab = new PlacesLab();

  private CompletableFuture<Verdicts> ask(String... keys) {
    return lab.coalescer.decide(lab.charges(keys)).toCompletableFuture();
  }

  @Test
  void requests_ofASilentPlace_holdUpNoOthers() {
    lab.store.faults.put("a", SILENT);
    List<CompletionStage<Verdicts>> silent = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      silent.add(ask("a/x"));
      silent.add(ask("a/x", "b/x"));
    }

    assertThat(ask("b/x")).isCompleted();
    assertThat(ask("c/x")).isCompleted();
    assertThat(ask("b/x", "c/x")).isCompleted();
    lab.time.passMillis(60);
    assertThat(silent).allMatch(call -> call.toCompletableFuture().isCompletedExceptionally());
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void batch_ofWhichOneRequestFails_answersTheOthersAndChargesThemOnce() {
    HeldStore held = new HeldStore();
    Coalescer coalescer =
        new Coalescer(held, CoalescerSettings.of(GuardLab.TIMEOUT), lab.time, lab.time);
    List<CompletableFuture<Verdicts>> calls = new ArrayList<>();
    for (String name : List.of("first", "second", "x", "y", "z")) {
      calls.add(coalescer.decide(lab.charges(name)).toCompletableFuture());
    }
    held.answer(0);
    HeldStore.Arrived batch = held.batch(2);
    assertThat(batch.keys()).containsExactly("x", "y", "z");
    held.answer(2, 0);
    batch.listener().ended(1, new StoreUnavailableException("down"));

    assertThat(calls.get(2)).isCompleted();
    assertThat(calls.get(3)).isCompletedExceptionally();
    assertThat(calls.get(4)).isNotDone();
    batch.fail(new IllegalArgumentException("z"));
    assertThat(held.batches).as("z alone is asked again").hasSize(4);
    assertThat(held.batch(3).keys()).containsExactly("z");
  }

  @Test
  void lanes_ofPlacesThatHaveGone_areDropped() {
    assertThat(ask("a/x")).isCompleted();
    assertThat(ask("a/x", "b/x")).isCompleted();
    lab.store.faults.remove("a");
    lab.store.faults.put("d", PlacedStore.Fault.NONE);
    assertThat(ask("d/x")).isCompleted();

    assertThat(lab.coalescer.lanes()).containsExactlyInAnyOrder(List.of("d"));
    lab.store.faults.put("d", DOWN);
    assertThat(ask("d/x")).isCompletedExceptionally();
  }
}
