package com.throttlex.redis;

import com.throttlex.algorithm.LimitText;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Settlement;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Corrects charges by their reservation.
 *
 * <p>If this node does not know the charged counters, the script returns them and is called again.
 * A reservation with several hash slots is settled in each; the first one decides whether it was
 * settled before. If the first one is unavailable, the others are settled all the same, and the
 * settlement fails. It can be sent again, because each hash slot settles once.
 */
final class Settlements {
  private static final Script SETTLE = Script.ofCounters("correct.lua", "settle.lua");

  /** More than any counter is ever charged; a higher cost has the same effect. */
  private static final long MOST_COST = 1L << 52;

  private final Redis redis;
  private final KeyNames keyNames;
  private final ReservedCounters reserved;

  Settlements(Redis redis, KeyNames keyNames, ReservedCounters reserved) {
    this.redis = redis;
    this.keyNames = keyNames;
    this.reserved = reserved;
  }

  CompletionStage<Settlement> settle(ReservationName name, long cost, String time) {
    List<String> arguments =
        List.of(time, Math.min(cost, MOST_COST) + (isRemoved(name) ? " once" : ""));
    CompletableFuture<Settlement> first = settle(name, 0, arguments).toCompletableFuture();
    return first
        .handle(
            (known, failure) ->
                known == Settlement.UNKNOWN
                    ? first
                    : settleOthers(name, arguments).thenCompose(others -> first))
        .thenCompose(settled -> settled);
  }

  /** Takes back the latest units of an open reservation; returns whether it is open. */
  CompletionStage<Boolean> less(ReservationName name, long units, String time) {
    List<String> arguments = List.of(time, units + " less");
    CompletableFuture<Settlement> first = settle(name, 0, arguments).toCompletableFuture();
    return settleOthers(name, arguments)
        .thenCombine(first, (others, known) -> known == Settlement.SETTLED);
  }

  /**
   * Returns whether the reservation is removed when it is settled. One with several hash slots
   * stays until it expires: if a hash slot fails, the settlement is sent again, and the first one
   * must know the name.
   */
  private static boolean isRemoved(ReservationName name) {
    return ReservationLife.isBrief(name.name()) && name.slots().size() == 1;
  }

  /** Settles in the hash slots after the first. An unknown name never comes here. */
  private CompletionStage<Void> settleOthers(ReservationName name, List<String> arguments) {
    List<CompletableFuture<Settlement>> others = new ArrayList<>();
    for (int i = 1; i < name.slots().size(); i++) {
      others.add(settle(name, i, arguments).toCompletableFuture());
    }
    return CompletableFuture.allOf(others.toArray(CompletableFuture[]::new));
  }

  private CompletionStage<Settlement> settle(ReservationName name, int i, List<String> arguments) {
    String reservation = keyNames.reservation(name.slots().get(i), name.name());
    List<String> keys = new ArrayList<>(List.of(reservation));
    keys.addAll(reserved.take(reservation));
    return settle(keys, arguments);
  }

  private CompletionStage<Settlement> settle(List<String> keys, List<String> arguments) {
    CompletionStage<String> answer =
        redis.run(
            SETTLE,
            ScriptOutputType.VALUE,
            keys.toArray(String[]::new),
            arguments.toArray(String[]::new));
    return answer.thenCompose(text -> next(text, keys, arguments));
  }

  private CompletionStage<Settlement> next(String text, List<String> keys, List<String> arguments) {
    Words words = new Words(text);
    return switch (words.next()) {
      case "0" -> CompletableFuture.completedFuture(Settlement.UNKNOWN);
      case "1" -> CompletableFuture.completedFuture(Settlement.ALREADY_SETTLED);
      case "2" -> CompletableFuture.completedFuture(Settlement.SETTLED);
      case "keys" -> {
        List<String> all = new ArrayList<>(List.of(keys.get(0)));
        all.addAll(Arrays.asList(text.substring("keys ".length()).split(" ")));
        yield settle(all, arguments);
      }
      default -> settle(keys, withEdges(arguments, words));
    };
  }

  private static List<String> withEdges(List<String> arguments, Words words) {
    long now = words.number();
    String limit = words.next();
    List<String> more = new ArrayList<>(arguments);
    more.add(limit + ' ' + Objects.requireNonNull(CalendarEdges.of(LimitText.parse(limit), now)));
    return more;
  }
}
