package com.throttlex.redis;

import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Requests that one run of {@code decide.lua} decides. */
final class ScriptBatch {
  private static final Script DECIDE = Script.ofCounters("decide.lua");

  private final KeyNames keyNames;
  private final ReservedCounters reserved;
  private final List<Verdicts> requests;
  private final @Nullable Part part;
  private final List<int[]> countersOf = new ArrayList<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<ChargeTerms, Integer> questions = new HashMap<>();
  private final List<ChargeTerms> asked = new ArrayList<>();
  private final List<@Nullable String> names = new ArrayList<>();
  private final List<String> extra = new ArrayList<>();
  private final Plan plan = new Plan();

  ScriptBatch(KeyNames keyNames, ReservedCounters reserved, List<Verdicts> requests) {
    this.keyNames = keyNames;
    this.reserved = reserved;
    this.requests = requests;
    this.part = null;
    for (Verdicts request : requests) {
      countersOf.add(counters(request.charges()));
    }
    for (int i = 0; i < requests.size(); i++) {
      add(requests.get(i).charges(), countersOf.get(i));
    }
  }

  /** Creates a batch of the part of a request in one hash slot: only its charges. */
  ScriptBatch(KeyNames keyNames, Part part) {
    this.keyNames = keyNames;
    this.reserved = new ReservedCounters();
    this.requests = List.of(part.verdicts());
    this.part = part;
    Charges charges = part.verdicts().charges();
    countersOf.add(counters(charges, part.names()));
    add(charges, countersOf.get(0));
  }

  private int[] counters(Charges charges) {
    List<String> named = new ArrayList<>(charges.size());
    for (int i = 0; i < charges.size(); i++) {
      named.add(keyNames.counter(charges.get(i).key(), charges.get(i).index()));
    }
    return counters(charges, named);
  }

  private int[] counters(Charges charges, List<String> named) {
    int[] numbers = new int[charges.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = counters.computeIfAbsent(named.get(i), this::key);
      for (int j = 0; j < i; j++) {
        if (numbers[j] == numbers[i]) {
          throw new IllegalArgumentException(
              "charges: one counter twice (expected: each key and index once in a request)");
        }
      }
    }
    return numbers;
  }

  private int key(String name) {
    keys.add(name);
    return keys.size() - 1;
  }

  private void add(Charges charges, int[] numbers) {
    String replay = charges.isDryRun() ? null : charges.replayKey();
    String name = charges.isDryRun() ? null : charges.reservation();
    int slot = name == null ? 0 : KeyNames.slot(keys.get(numbers[0]));
    String reservation = name == null ? null : new ReservationName(name, List.of(slot)).toString();
    names.add(reservation);
    plan.begin(charges, replay != null, name != null, part != null);
    if (replay != null) {
      plan.number(key(keyNames.replay(charges.get(0).key(), replay)));
      extra.add(RedisKeptAnswer.name(reservation));
    }
    if (name != null) {
      String key = keyNames.reservation(slot, name);
      reserved.put(key, Arrays.stream(numbers).mapToObj(keys::get).toList());
      plan.number(key(key));
      extra.add(charges.reservationNanos() + terms(charges));
    }
    for (int i = 0; i < numbers.length; i++) {
      plan.charge(charges, i, numbers[i], question(charges.get(i)));
    }
  }

  private static String terms(Charges charges) {
    StringBuilder terms = new StringBuilder();
    for (int i = 0; i < charges.size(); i++) {
      terms.append(' ').append(Extensions.terms(charges, i));
    }
    return terms.toString();
  }

  private int question(Charge charge) {
    ChargeTerms question = ChargeTerms.of(charge);
    Integer known = questions.putIfAbsent(question, asked.size());
    if (known == null) {
      asked.add(question);
      return asked.size() - 1;
    }
    return known;
  }

  /** Decides the requests at that time, or at the time of Redis if it is empty. */
  CompletionStage<Void> decide(Redis redis, String time) {
    return decide(redis, time, requests.get(0).charges().now());
  }

  private CompletionStage<Void> decide(Redis redis, String time, long around) {
    CompletionStage<String> answer =
        redis.run(
            DECIDE, ScriptOutputType.VALUE, keys.toArray(String[]::new), arguments(time, around));
    return answer.thenCompose(
        text -> {
          if (text.startsWith("? ")) {
            return decide(redis, time, Long.parseLong(text.substring(2)));
          }
          read(text);
          return RedisStore.DONE;
        });
  }

  private String[] arguments(String time, long around) {
    List<String> arguments = new ArrayList<>(asked.size() + extra.size() + 3);
    arguments.add(time);
    arguments.add(counters.size() + " " + asked.size());
    for (ChargeTerms question : asked) {
      arguments.add(question.text(around));
    }
    arguments.add(plan.toString());
    arguments.addAll(extra);
    return arguments.toArray(String[]::new);
  }

  private void read(String text) {
    if (part != null) {
      part.read(new Words(text));
      return;
    }
    ScriptAnswers answers = new ScriptAnswers(new Words(text), counters.size());
    for (int i = 0; i < requests.size(); i++) {
      Verdicts verdicts = requests.get(i);
      Charges charges = verdicts.charges();
      if (charges.replayKey() != null && !charges.isDryRun()) {
        answers.readRepeatable(verdicts, countersOf.get(i), names.get(i));
      } else {
        answers.read(verdicts, countersOf.get(i), names.get(i));
      }
    }
  }
}
