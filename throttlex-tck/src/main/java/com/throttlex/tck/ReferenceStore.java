package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store of reference models: the answers that every store should give, step by step. */
final class ReferenceStore {
  /** How long a repeated request gets its stored answer: five minutes. */
  static final long REPLAY_NANOS = 300_000_000_000L;

  private final Map<Counter, Slot> counters = new HashMap<>();
  private final Map<String, Reserved> reservations = new HashMap<>();
  private final Map<String, Replay> replays = new HashMap<>();

  private record Counter(String key, int index) {}

  private record Replay(List<ChargeAnswer> answers, long endsAt) {}

  /** A counter until it is reset; the model changes with the limit. */
  private static final class Slot {
    private final Counter counter;
    private ReferenceModel model;

    Slot(Counter counter, Limit limit) {
      this.counter = counter;
      model = ReferenceModel.of(limit);
    }
  }

  private record Booking(Slot slot, boolean held, long bookedAt, long cost) {
    long delta(long settled) {
      return held ? -cost : settled == Store.AS_CHARGED ? 0 : settled - cost;
    }
  }

  private static final class Reserved {
    private final List<Booking> bookings = new ArrayList<>();
    private final long endsAt;
    private boolean settled;

    Reserved(long endsAt) {
      this.endsAt = endsAt;
    }
  }

  /** Returns the answers to the parts of a request. */
  List<ChargeAnswer> decide(Request request, long now) {
    String key = request.dryRun() ? null : request.replayKey();
    Replay known = key == null ? null : replays.get(key);
    if (known != null && known.endsAt > now) {
      return known.answers;
    }
    List<ChargeAnswer> answers = decideNow(request, now);
    if (key != null && admitted(request, answers)) {
      replays.put(key, new Replay(answers, now + REPLAY_NANOS));
    }
    return answers;
  }

  private List<ChargeAnswer> decideNow(Request request, long now) {
    List<ReferenceModel> models = new ArrayList<>();
    List<ChargeAnswer> answers = new ArrayList<>();
    for (Part part : request.parts()) {
      ReferenceModel model = model(part, request.dryRun() || part.cost() == 0, now);
      models.add(model);
      answers.add(model.peek(part.needed(), now, part.maxDelay()));
    }
    List<ChargeAnswer> judged = List.copyOf(answers);
    boolean admitted = admitted(request, judged);
    Reserved reserved = new Reserved(now + request.reservationNanos());
    for (int i = 0; i < models.size(); i++) {
      Part part = request.parts().get(i);
      if (admitted && counts(request, part, judged)) {
        reserved.bookings.add(booking(part, models.get(i), now));
        answers.set(i, models.get(i).booked(judged.get(i), part.cost(), now));
      }
    }
    if (request.reservation() != null && admitted && !request.dryRun()) {
      reserve(request.reservation(), reserved, now);
    }
    return answers;
  }

  /** Returns the model of a part; a peek neither adds a counter nor changes its limit. */
  private ReferenceModel model(Part part, boolean asks, long now) {
    Counter counter = new Counter(part.key(), part.index());
    Slot slot = counters.get(counter);
    if (asks) {
      ReferenceModel model = slot == null ? ReferenceModel.of(part.limit()) : slot.model;
      return model.under(part.limit(), now);
    }
    Slot present = slot == null ? slot(counter, part.limit()) : slot;
    present.model = present.model.under(part.limit(), now);
    return present.model;
  }

  private Slot slot(Counter counter, Limit limit) {
    return counters.computeIfAbsent(counter, c -> new Slot(c, limit));
  }

  private Booking booking(Part part, ReferenceModel model, long now) {
    Slot slot = slot(new Counter(part.key(), part.index()), part.limit());
    boolean held = part.limit().algorithm() == Algorithm.CONCURRENCY;
    return new Booking(slot, held, model.bookedAt(now), part.cost());
  }

  private static boolean admitted(Request request, List<ChargeAnswer> answers) {
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).allowed() && !request.parts().get(i).shadow()) {
        return false;
      }
    }
    return true;
  }

  private static boolean counts(Request request, Part part, List<ChargeAnswer> answers) {
    boolean ruleAllows = true;
    for (int i = 0; i < answers.size(); i++) {
      boolean sameRule = request.parts().get(i).rule() == part.rule();
      ruleAllows &= answers.get(i).allowed() || !sameRule;
    }
    return ruleAllows && !request.dryRun() && part.cost() > 0;
  }

  private void reserve(String name, Reserved reserved, long now) {
    Reserved known = reservations.get(name);
    if (known == null || known.endsAt <= now) {
      reservations.put(name, reserved);
    }
  }

  /** Corrects the charges of a reservation. */
  Settlement settle(String name, long cost, long now) {
    Reserved reserved = reservations.get(name);
    if (reserved == null || reserved.endsAt <= now) {
      return Settlement.UNKNOWN;
    }
    if (reserved.settled) {
      return Settlement.ALREADY_SETTLED;
    }
    reserved.settled = true;
    apply(reserved, cost, now);
    return Settlement.SETTLED;
  }

  private void apply(Reserved reserved, long cost, long now) {
    for (Booking booking : reserved.bookings) {
      long delta = booking.delta(cost);
      Slot slot = booking.slot;
      boolean forgotten = counters.get(slot.counter) != slot;
      if (forgotten && delta > 0) {
        slot = slot(slot.counter, slot.model.limit());
      }
      if (delta > 0 || (delta < 0 && !forgotten)) {
        slot.model.settle(booking.bookedAt, delta, now);
      }
    }
  }

  /** Returns the counter's model, or null. */
  @Nullable ReferenceModel inspect(String key, int index) {
    Slot slot = counters.get(new Counter(key, index));
    return slot == null ? null : slot.model;
  }

  /** Resets a counter. */
  void reset(String key, int index) {
    counters.remove(new Counter(key, index));
  }
}
