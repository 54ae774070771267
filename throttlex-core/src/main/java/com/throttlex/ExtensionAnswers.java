package com.throttlex;

import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes decisions from the verdicts on extensions, which have no request. */
final class ExtensionAnswers {
  private ExtensionAnswers() {}

  static Decision decision(Verdicts verdicts) {
    List<LimitStatus> limits = new ArrayList<>(verdicts.size());
    int reported = 0;
    long delay = 0;
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      Terms terms = verdict.charge().terms();
      limits.add(LimitStatus.of(terms.rule(), verdict, terms.sheds(), verdicts.now()));
      delay = Math.max(delay, terms.shadow() ? 0 : verdict.delayNanos());
      reported = Check.outranks(verdict, verdicts.get(reported)) ? i : reported;
    }
    boolean allowed = verdicts.admitted();
    return Decision.madeElsewhere(
        allowed,
        verdicts.now(),
        Duration.ofNanos(allowed ? delay : 0),
        limits.isEmpty() ? State.NORMAL : WarningMemory.state(limits.get(reported), allowed),
        limits,
        reported,
        allowed ? verdicts.reservation() : null,
        verdicts.isDegraded());
  }
}
