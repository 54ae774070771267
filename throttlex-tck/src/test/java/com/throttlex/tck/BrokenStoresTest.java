package com.throttlex.tck;

import static com.throttlex.store.FailureMode.LOCAL;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The kit is worth something only if it fails for stores that are wrong. */
class BrokenStoresTest {
  @Test
  void storeThatLosesACharge_isCaughtByTheModels() {
    class Forgetful extends BrokenStore {
      private final AtomicInteger requests = new AtomicInteger();

      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        boolean lost = requests.incrementAndGet() % 10 == 0 && charges.replayKey() == null;
        return super.decide(lost ? charges.dryRun() : charges);
      }
    }
    fails(Forgetful::new, StoreContract::answers_onRandomTracesOfEachAlgorithm_equalTheModel);
    fails(Forgetful::new, StoreContract::oneKey_from64Threads_admitsExactlyTheLimit);
  }

  @Test
  void storeThatDecidesOneChargeAfterTheOther_isCaughtByAtomicity() {
    class Piecemeal extends BrokenStore {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        Verdicts answer = charges.verdicts();
        for (int i = 0; i < charges.size(); i++) {
          Charge asked = charges.get(i);
          Charges alone = emptyCopy(charges);
          alone.add(asked.key(), asked.index(), asked.limit(), asked.cost());
          copyAnswer(super.decide(alone).toCompletableFuture().join().get(0), answer.get(i));
        }
        return answer.stage();
      }
    }
    fails(Piecemeal::new, StoreContract::denial_ofOneLimit_chargesNoneOfTheOthers);
  }

  @Test
  void storeThatTakesTheRestOnADenial_isCaughtByAtomicity() {
    class Greedy extends BrokenStore {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        CompletionStage<Verdicts> decided = super.decide(charges);
        ChargeVerdict first = decided.toCompletableFuture().join().get(0);
        if (!first.allowed() && first.remaining() > 0) {
          Charges rest = new Charges().start(charges.now());
          rest.add(first.charge(), first.remaining());
          super.decide(rest);
        }
        return decided;
      }
    }
    fails(Greedy::new, StoreContract::denial_ofASingleLimit_changesNothing);
  }

  @Test
  void storeThatForgetsOnADenial_isCaughtByDenialsAndBounds() {
    class Pruning extends BrokenStore {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        CompletionStage<Verdicts> decided = super.decide(charges);
        ChargeVerdict last = decided.toCompletableFuture().join().get(charges.size() - 1);
        if (!last.allowed() && last.waitNanos() < 100_000_000) {
          super.reset(last.charge().key(), last.charge().index(), charges.now());
        }
        return decided;
      }
    }
    fails(
        Pruning::new,
        StoreContract::fullCounter_underDeniedChecksAndPeeksFromManyThreads_staysAsItIs);
    fails(Pruning::new, StoreContract::logs_whenRequestsComeOutOfOrder_admitAtMostTheLimit);
  }

  @Test
  void storeThatSettlesTwice_isCaughtByReservations() {
    class Twice extends BrokenStore {
      private final Map<String, Charge> reserved = new HashMap<>();

      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        if (charges.reservation() != null) {
          reserved.put(charges.reservation(), charges.get(0));
        }
        return super.decide(charges);
      }

      @Override
      public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
        Settlement settled = super.settle(reservation, cost, now).toCompletableFuture().join();
        Charge charge = reserved.get(reservation);
        if (settled == Settlement.ALREADY_SETTLED && charge != null) {
          super.reset(charge.key(), charge.index(), now);
        }
        return super.settle(reservation, cost, now);
      }
    }
    fails(Twice::new, StoreContract::settlement_sentAgain_changesNothing);
  }

  @Test
  void storeThatForgetsWhenTheClockGoesBack_isCaughtByTheModels() {
    class Amnesiac extends BrokenStore {
      private long latest;

      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        if (charges.now() < latest) {
          Charge first = charges.get(0);
          super.reset(first.key(), first.index(), charges.now());
        }
        latest = charges.now();
        return super.decide(charges);
      }
    }
    fails(Amnesiac::new, StoreContract::answers_whenTheClockGoesBack_equalTheModel);
  }

  @Test
  void storeThatAllowsOneTooMany_isCaughtByExactness() {
    class Generous extends BrokenStore {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        Charges larger = emptyCopy(charges);
        for (int i = 0; i < charges.size(); i++) {
          Charge asked = charges.get(i);
          larger.add(asked.key(), asked.index(), oneMore(asked.limit()), asked.cost());
        }
        return copyAnswer(super.decide(larger), charges);
      }

      private Limit oneMore(Limit limit) {
        Rate rate = limit.rate();
        return Limit.of(
            limit.algorithm(), new Rate(rate.amount() + 1, rate.period(), rate.burst()));
      }
    }
    fails(Generous::new, StoreContract::oneKey_from64Threads_admitsExactlyTheLimit);
  }

  @Test
  void storeThatIgnoresCase_isCaughtByKeys() {
    class CaseBlind extends BrokenStore {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        Charges folded = emptyCopy(charges);
        for (int i = 0; i < charges.size(); i++) {
          Charge asked = charges.get(i);
          Key key = Key.of(asked.key().text().toLowerCase(Locale.ROOT), asked.key().subject());
          folded.add(key, asked.index(), asked.limit(), asked.cost());
        }
        return copyAnswer(super.decide(folded), charges);
      }
    }
    fails(CaseBlind::new, StoreContract::keys_thatLookAlike_haveCountersOfTheirOwn);
  }

  @Test
  void storeThatKnowsNoClasses_isCaughtByTheModelsAndByShares() {
    class Classless extends BrokenStore {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        Charges plain = emptyCopy(charges);
        for (int i = 0; i < charges.size(); i++) {
          Charge asked = charges.get(i);
          Terms terms = new Terms(asked.shadow(), asked.maxDelay(), Sync.STRICT, LOCAL);
          plain.add(asked.key(), asked.index(), asked.limit(), asked.cost(), asked.rule(), terms);
        }
        return copyAnswer(super.decide(plain), charges);
      }
    }
    fails(Classless::new, StoreContract::answers_toClassesWithShares_equalTheModel);
    fails(
        Classless::new,
        StoreContract::oneKey_from64ThreadsOfSeveralClasses_leavesToOthersWhatIsTheirs);
    fails(
        Classless::new,
        StoreContract::waiting_inAClassAsLongAsTold_makesTheSameRequestPassAndNoSooner);
  }

  private static void fails(Supplier<Store> store, Consumer<StoreContract> test) {
    StoreContract contract =
        new StoreContract() {
          @Override
          public Store createStore() {
            return store.get();
          }
        };
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> test.accept(contract));
  }
}
