package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Store;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates the steps of a trace from its seed. */
final class TraceGenerator {
  /** November 2023 and July 2113. */
  static final long EARLIEST = 1_700_000_000_000_000_000L;

  private static final long LATEST = 4_530_000_000_000_000_000L;

  private static final long FIVE_MINUTES = Duration.ofMinutes(5).toNanos();
  private static final long TEN_YEARS = Duration.ofDays(3650).toNanos();
  private static final long HUNDRED_YEARS = Duration.ofDays(36500).toNanos();
  private static final int[] SHARES = {0, 10, 50, 80, 100, 100};
  private static final int KEYS = 3;
  private static final int INDEXES = 2;

  private final Random random;
  private final RandomLimits limits;
  private final RandomTimes times;
  private final Trace.Mix mix;
  private final Limit[] inForce = new Limit[KEYS * INDEXES];
  private final List<TraceStep> steps = new ArrayList<>();
  private final List<Request> repeatable = new ArrayList<>();
  private final boolean extreme;
  private int reservations;
  private long now;

  TraceGenerator(long seed, Trace.Mix mix) {
    random = new Random(seed);
    limits = new RandomLimits(random);
    times = new RandomTimes(random);
    this.mix = mix;
    extreme = random.nextInt(10) == 0;
    for (int i = 0; i < inForce.length; i++) {
      inForce[i] = extreme ? limits.extreme(algorithm()) : limits.any(algorithm());
    }
  }

  List<TraceStep> generate() {
    moveTo(times.start());
    for (int counter = 0; mix.clockGoesBack() && counter < inForce.length; counter++) {
      steps.add(Request.of(part(counter, 1)));
    }
    while (steps.size() < mix.length()) {
      add(random.nextInt(100));
    }
    return List.copyOf(steps);
  }

  private void add(int kind) {
    if (kind < 30) {
      moveTo(times.next(now, limit(counter()), mix.clockGoesBack()));
    } else if (kind < 60) {
      steps.add(Request.of(part(counter(), cost())));
    } else if (kind < 68) {
      steps.add(several());
    } else if (kind < 74) {
      steps.add(Request.of(part(counter(), cost())).asDryRun());
    } else if (kind < 80) {
      changeLimit(counter());
    } else if (kind < 86) {
      steps.add(reserving());
    } else if (kind < 93) {
      steps.add(new TraceStep.Settle(name(random.nextInt(reservations + 1)), settledCost()));
    } else if (kind < 95) {
      steps.add(new TraceStep.Inspect(key(counter()), random.nextInt(INDEXES)));
    } else if (!mix.clockGoesBack()) {
      addForgettable(kind);
    }
  }

  /** Adds a step whose state a store cannot restore when the clock goes back. */
  private void addForgettable(int kind) {
    if (kind < 97) {
      steps.add(new TraceStep.Reset(key(counter()), random.nextInt(INDEXES)));
    } else if (kind < 99 && !repeatable.isEmpty()) {
      steps.add(repeatable.get(random.nextInt(repeatable.size())));
    } else {
      Request request = several().repeatable("repeat-" + repeatable.size());
      repeatable.add(request);
      steps.add(request);
    }
  }

  private void moveTo(long time) {
    now = Math.min(LATEST, Math.max(time, EARLIEST));
    steps.add(new TraceStep.Time(now));
  }

  private void changeLimit(int counter) {
    if (!extreme) {
      inForce[counter] =
          random.nextInt(4) == 0 ? limits.any(algorithm()) : limits.changed(inForce[counter]);
    }
    steps.add(Request.of(part(counter, 1 + random.nextInt(3))));
  }

  private Request reserving() {
    Request request = random.nextInt(3) == 0 ? several() : Request.of(part(counter(), cost()));
    long length = mix.clockGoesBack() ? HUNDRED_YEARS : FIVE_MINUTES;
    return request.reserving(name(reservations++), length);
  }

  /** Returns a request of up to five charges of up to three rules, each counter at most once. */
  private Request several() {
    List<Part> parts = new ArrayList<>();
    int first = counter();
    int size = 2 + random.nextInt(4);
    boolean[] shadow = {random.nextInt(4) == 0, random.nextInt(4) == 0, random.nextInt(4) == 0};
    long cost = cost();
    for (int i = 0; i < size; i++) {
      int rule = random.nextInt(3);
      Part part = part((first + i) % inForce.length, random.nextBoolean() ? cost : 1);
      parts.add(part.ofRule(rule, shadow[rule]));
    }
    return new Request(List.copyOf(parts), false, null, 0, null);
  }

  private Part part(int counter, long cost) {
    Limit limit = limit(counter);
    long maxDelay =
        limit.algorithm().canDelay() && random.nextInt(4) == 0
            ? times.upTo(Math.min(limit.rate().period().nanos(), TEN_YEARS))
            : 0;
    int share = mix.classes() ? SHARES[random.nextInt(SHARES.length)] : 100;
    long capacity = limit.capacity() * share / 100;
    long whole = random.nextInt(12) == 0 ? Math.max(0, capacity + random.nextInt(3) - 1) : cost;
    return new Part(key(counter), counter % INDEXES, limit, whole, 0, false, maxDelay, share);
  }

  private long cost() {
    return switch (random.nextInt(10)) {
      case 0 -> 0;
      case 1 -> 1 + random.nextInt(100);
      case 2 -> Long.MAX_VALUE - random.nextInt(3);
      case 3, 4 -> 1 + random.nextInt(5);
      default -> 1;
    };
  }

  private long settledCost() {
    return switch (random.nextInt(6)) {
      case 0 -> Store.AS_CHARGED;
      case 1 -> 0;
      case 2 -> random.nextInt(200);
      default -> random.nextInt(5);
    };
  }

  private Limit limit(int counter) {
    return inForce[counter];
  }

  private int counter() {
    return random.nextInt(inForce.length);
  }

  private Algorithm algorithm() {
    return mix.algorithms().get(random.nextInt(mix.algorithms().size()));
  }

  private static String key(int counter) {
    return "key-" + counter / INDEXES;
  }

  private static String name(int reservation) {
    return "reservation-" + reservation;
  }
}
