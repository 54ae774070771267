package com.throttlex.tck;

import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.TraceStep.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store whose counters are the reference models: slow, never removed, and obviously right. An
 * engine with this store gives the decisions that every other engine should give.
 */
public final class ModelStore implements Store {
  private final ReferenceStore models = new ReferenceStore();

  @Override
  public synchronized CompletionStage<Verdicts> decide(Charges charges) {
    List<ChargeAnswer> answers = models.decide(request(charges), charges.now());
    Verdicts verdicts = charges.verdicts();
    for (int i = 0; i < answers.size(); i++) {
      ChargeAnswer answer = answers.get(i);
      verdicts.get(i).judged(answer.allowed(), answer.waitNanos(), answer.delayNanos());
      verdicts.get(i).report(answer.remaining(), answer.resetAt(), charges.now());
    }
    return verdicts.stage();
  }

  private static TraceStep.Request request(Charges charges) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      parts.add(
          new Part(
              charge.key().text(),
              charge.index(),
              charge.limit(),
              charge.cost(),
              charge.rule(),
              charge.shadow(),
              charge.maxDelay(),
              charge.terms().share()));
    }
    return new TraceStep.Request(
        parts,
        charges.isDryRun(),
        charges.reservation(),
        charges.reservationNanos(),
        charges.replayKey());
  }

  @Override
  public synchronized CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return CompletableFuture.completedFuture(models.settle(reservation, cost, now));
  }

  @Override
  public synchronized CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    ReferenceModel model = models.inspect(key.text(), index);
    return CompletableFuture.completedFuture(
        Optional.ofNullable(model)
            .map(of -> new Status(of.limit(), of.remaining(now), of.resetAt(now))));
  }

  @Override
  public synchronized CompletionStage<Boolean> reset(Key key, int index, long now) {
    boolean known = models.inspect(key.text(), index) != null;
    models.reset(key.text(), index);
    return CompletableFuture.completedFuture(known);
  }

  @Override
  public void close() {}
}
