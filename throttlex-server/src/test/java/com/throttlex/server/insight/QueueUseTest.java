package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.jdbc.AuditEntry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Audit entries of queue workers. */
class QueueUseTest {
  private final Lab lab = new Lab((request, decision, verdicts) -> {});
  private final QueueUse use = new QueueUse(lab);

  @Test
  void entries_thatNobodyWrites_areBoundedAndTheRestIsCounted() {
    for (int i = 0; i < QueueUse.MOST_PENDING + 7; i++) {
      use.note("actor-" + i, "queue-taken", "mail", 1);
    }
    PendingEntries pending = use.pending(false);
    assertThat(pending.all()).hasSize(QueueUse.MOST_PENDING);
    assertThat(use.lost()).isEqualTo(7);
    pending.written(QueueUse.MOST_PENDING);
    use.note("actor-0", "queue-taken", "mail", 2);
    lab.pass(Duration.ofMinutes(1));
    assertThat(use.pending(false).all())
        .extracting(AuditEntry::actor, AuditEntry::detail)
        .containsExactly(tuple("actor-0", "2 requests"));
    assertThat(use.lost()).isEqualTo(7);
  }
}
