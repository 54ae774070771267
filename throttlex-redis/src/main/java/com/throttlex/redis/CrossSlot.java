package com.throttlex.redis;

import com.throttlex.store.Charges;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request whose charges are in several hash slots of a Cluster, so that no single script can
 * decide it.
 *
 * <p>Every hash slot decides and charges its part, all at the same time. If a part is denied, the
 * charges of the other parts are taken back before the request is answered. So never more is
 * admitted than the limits allow. Until a charge is taken back, it can deny another request, and a
 * reader may see one hash slot charged and another not yet.
 *
 * <p>If a part fails or times out, the request fails, and the charges of the other parts are taken
 * back. A part that answers later is taken back too, unless its connection has ended. The timeout
 * is measured in steps, and each begins after everything was read. So if this process was paused,
 * only one step passes.
 */
final class CrossSlot {
  private static final Script UNDO = Script.ofCounters("correct.lua", "undo.lua");
  private static final Script CLAIM = Script.of("whole.lua", "claim.lua");
  private static final Script UNCLAIM = Script.of("unclaim.lua");
  private static final Duration REPLAY = Duration.ofMinutes(5);
  private static final int CLAIMS = 200;

  /** The timeout of a decision, in timeouts of an answer. */
  private static final int STEPS = 4;

  private final Redis redis;
  private final KeyNames keyNames;
  private final ReservedCounters reserved;
  private final Verdicts verdicts;
  private final Charges charges;
  private final List<Part> parts;
  private final String time;

  CrossSlot(
      Redis redis,
      KeyNames keyNames,
      ReservedCounters reserved,
      Verdicts verdicts,
      List<Part> parts,
      String time) {
    this.redis = redis;
    this.keyNames = keyNames;
    this.reserved = reserved;
    this.verdicts = verdicts;
    charges = verdicts.charges();
    this.parts = parts;
    this.time = time;
  }

  CompletionStage<Void> decide() {
    if (charges.reservation() != null && parts.size() > ReservationName.MOST_SLOTS) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "reservation: "
                  + parts.size()
                  + " slots (expected: at most "
                  + ReservationName.MOST_SLOTS
                  + "; reduce the rules that apply to the request)"));
    }
    String replayKey = charges.isDryRun() ? null : charges.replayKey();
    return replayKey == null
        ? decideNow(null)
        : claim(keyNames.replay(charges.get(0).key(), replayKey), CLAIMS);
  }

  /**
   * Decides further charges of a reservation, and adds them to it. Returns false if a hash slot no
   * longer has the reservation; its charges are then taken back, and a settlement corrects the
   * others.
   *
   * @param nanos the new time of the reservation
   */
  CompletionStage<Boolean> extend(ReservationName name, long nanos) {
    return decideNow(null)
        .thenCompose(
            decided -> {
              List<CompletableFuture<Boolean>> added = new ArrayList<>();
              for (Part part : parts) {
                if (verdicts.admitted()) {
                  added.add(add(part, name, nanos).toCompletableFuture());
                }
              }
              return CompletableFuture.allOf(added.toArray(CompletableFuture[]::new))
                  .thenApply(done -> added.stream().allMatch(CompletableFuture::join));
            });
  }

  private CompletionStage<Boolean> add(Part part, ReservationName name, long nanos) {
    String[] keys = {keyNames.reservation(part.slot(), name.name())};
    CompletionStage<String> list =
        redis.run(
            Extensions.EXTEND,
            ScriptOutputType.VALUE,
            keys,
            time,
            Long.toString(nanos),
            part.bookings());
    return list.thenCompose(
        text ->
            text.isEmpty()
                ? undo(part, Part.Undone.STANDING).thenApply(undone -> false)
                : CompletableFuture.completedFuture(true));
  }

  /**
   * Repeats the stored answer, or decides, or waits while another node decides the same request.
   */
  private CompletionStage<Void> claim(String key, int attempts) {
    String size = Integer.toString(charges.size());
    String pending = Long.toString(patience().toMillis());
    CompletionStage<String> answer =
        redis.run(CLAIM, ScriptOutputType.VALUE, new String[] {key}, time, size, pending);
    return answer.thenCompose(
        text -> {
          if (text.equals("first")) {
            return decideNow(key);
          } else if (!text.equals("pending")) {
            RedisKeptAnswer.read(new Words(text), verdicts);
            return RedisStore.DONE;
          } else if (attempts == 0) {
            return CompletableFuture.failedFuture(
                new StoreUnavailableException("redis: the same request is still being decided"));
          }
          return CompletableFuture.supplyAsync(() -> "", later())
              .thenCompose(unused -> claim(key, attempts - 1));
        });
  }

  /** Returns the timeout of a decision: that of several answers. */
  private Duration patience() {
    return redis.timeout().multipliedBy(STEPS);
  }

  private Executor later() {
    return CompletableFuture.delayedExecutor(
        Math.max(1, patience().toMillis() / CLAIMS), TimeUnit.MILLISECONDS);
  }

  private CompletionStage<Void> decideNow(@Nullable String replay) {
    List<CompletableFuture<Void>> deciding = new ArrayList<>();
    for (Part part : parts) {
      ScriptBatch batch = new ScriptBatch(keyNames, part);
      deciding.add(batch.decide(redis, time).toCompletableFuture());
    }
    CompletableFuture<Void> decided =
        CompletableFuture.allOf(deciding.toArray(CompletableFuture[]::new));
    giveUpLater(decided, STEPS - 1);
    return decided
        .handle(
            (unused, failure) ->
                failure == null ? conclude(replay) : giveUp(replay, deciding, failure))
        .thenCompose(concluded -> concluded);
  }

  /** Fails a decision that takes too long. */
  private void giveUpLater(CompletableFuture<Void> decided, int steps) {
    Runnable step =
        () -> {
          if (steps > 0) {
            giveUpLater(decided, steps - 1);
          } else {
            decided.completeExceptionally(
                new StoreUnavailableException(
                    "redis: timed out after " + patience().toMillis() + " ms"));
          }
        };
    CompletableFuture.delayedExecutor(redis.timeout().toNanos(), TimeUnit.NANOSECONDS)
        .execute(
            () -> {
              if (!decided.isDone()) {
                redis.afterReading(step);
              }
            });
  }

  private CompletionStage<Void> conclude(@Nullable String replay) {
    verdicts.now(parts.get(0).now());
    parts.forEach(Part::conclude);
    List<CompletionStage<?>> left = new ArrayList<>();
    parts.forEach(part -> left.add(undo(part, Part.Undone.FALLEN)));
    String name = charges.isDryRun() ? null : charges.reservation();
    if (name != null) {
      ReservationName given = new ReservationName(name, parts.stream().map(Part::slot).toList());
      verdicts.reservedAs(given.toString());
      if (verdicts.admitted()) {
        parts.forEach(part -> left.add(reserve(part, name)));
      }
    }
    return all(left)
        .exceptionallyCompose(failure -> giveUp(replay, Part.Undone.STANDING, parts, failure))
        .thenCompose(unused -> keep(replay));
  }

  /**
   * Stores an admission for repeats. This is the last step, because a stored admission must stand.
   */
  private CompletionStage<Void> keep(@Nullable String replay) {
    if (replay == null) {
      return RedisStore.DONE;
    }
    CompletionStage<?> kept =
        verdicts.admitted() ? set(replay, kept(), SetArgs.Builder.px(REPLAY)) : unclaim(replay);
    return all(List.of(kept));
  }

  /** Takes all charges back and fails the request, because a part could not be decided. */
  private CompletionStage<Void> giveUp(
      @Nullable String replay, List<CompletableFuture<Void>> deciding, Throwable failure) {
    List<Part> answered = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (deciding.get(i).isDone() && !deciding.get(i).isCompletedExceptionally()) {
        answered.add(part);
      } else {
        var unused = deciding.get(i).thenCompose(late -> undo(part, Part.Undone.ALL));
      }
    }
    return giveUp(replay, Part.Undone.ALL, answered, failure);
  }

  private CompletionStage<Void> giveUp(
      @Nullable String replay, Part.Undone which, List<Part> charged, Throwable failure) {
    List<CompletionStage<?>> left = new ArrayList<>();
    charged.forEach(part -> left.add(undo(part, which)));
    if (replay != null) {
      left.add(unclaim(replay));
    }
    return all(left)
        .handle((unused, ignored) -> failure)
        .thenCompose(CompletableFuture::failedFuture);
  }

  private CompletionStage<?> unclaim(String replay) {
    return redis.run(UNCLAIM, ScriptOutputType.INTEGER, new String[] {replay});
  }

  private static CompletionStage<Void> all(List<CompletionStage<?>> stages) {
    return CompletableFuture.allOf(
        stages.stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture[]::new));
  }

  private CompletionStage<?> undo(Part part, Part.Undone which) {
    List<String> keys = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of(time));
    part.undo(which, keys, arguments);
    return keys.isEmpty()
        ? RedisStore.DONE
        : redis.run(
            UNDO,
            ScriptOutputType.INTEGER,
            keys.toArray(String[]::new),
            arguments.toArray(String[]::new));
  }

  private CompletionStage<?> reserve(Part part, String name) {
    String key = keyNames.reservation(part.slot(), name);
    reserved.put(key, part.names());
    long nanos = charges.reservationNanos();
    String text = (part.now() + nanos) + " open " + part.bookings();
    return set(key, text, SetArgs.Builder.nx().px(nanos / 1_000_000 + 1000));
  }

  private CompletionStage<?> set(String key, String text, SetArgs how) {
    return redis.ask(to -> to.set(key, text, how));
  }

  private String kept() {
    String[] kept = new String[charges.size()];
    parts.forEach(part -> part.keep(kept));
    String name = RedisKeptAnswer.name(verdicts.reservation());
    return verdicts.now() + " " + name + " " + kept.length + " " + String.join(" ", kept);
  }
}
