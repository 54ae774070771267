package com.throttlex.redis;

import com.throttlex.store.Settlement;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Corrects charges under their reservation.
 *
 * <p>A script has to be told all keys it will use, but a reservation's name does not say which
 * counters were charged. So the script is asked first with the reservation alone, and says which
 * counters it needs; those are then known here.
 */
final class Settlements {
  private static final Script SETTLE =
      Script.of(
          "whole.lua",
          "limit.lua",
          "meter.lua",
          "log.lua",
          "state.lua",
          "correct.lua",
          "settle.lua");

  /** More than any counter is ever charged; what is above counts as much. */
  private static final long MOST_COST = 1L << 52;

  private final Redis redis;
  private final KeyNames keyNames;

  Settlements(Redis redis, KeyNames keyNames) {
    this.redis = redis;
    this.keyNames = keyNames;
  }

  CompletionStage<Settlement> settle(ReservationName name, long cost, String time) {
    List<String> keys = List.of(keyNames.reservation(name.slot(), name.name()));
    long most = Math.min(cost, MOST_COST);
    return settle(keys, List.of(time, Long.toString(most)));
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
    more.add(limit + ' ' + Objects.requireNonNull(LimitText.edges(LimitText.parse(limit), now)));
    return more;
  }
}
