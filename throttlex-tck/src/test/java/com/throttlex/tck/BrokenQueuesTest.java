package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of queues is worth something only if it fails for queues that are wrong. */
class BrokenQueuesTest {
  /** Does all as the other does. */
  private static class BrokenQueue implements OverflowQueue {
    private final OverflowQueue right;

    BrokenQueue(OverflowQueue right) {
      this.right = right;
    }

    @Override
    public CompletionStage<Optional<Ticket>> offer(
        String service, String request, @Nullable String once) {
      return right.offer(service, request, once);
    }

    @Override
    public CompletionStage<List<Delivery>> take(
        String service, String consumer, int max, Duration visibility) {
      return right.take(service, consumer, max, visibility);
    }

    @Override
    public CompletionStage<Boolean> acknowledge(String service, String ticket) {
      return right.acknowledge(service, ticket);
    }

    @Override
    public CompletionStage<Boolean> retry(
        String service,
        String ticket,
        @Nullable String consumer,
        Duration after,
        @Nullable String reason) {
      return right.retry(service, ticket, consumer, after, reason);
    }

    @Override
    public CompletionStage<QueueStatus> status(String service) {
      return right.status(service);
    }

    @Override
    public CompletionStage<List<DeadLetter>> deadLetters(String service, int max) {
      return right.deadLetters(service, max);
    }

    @Override
    public void close() {
      right.close();
    }
  }

  private static void fails(UnaryOperator<OverflowQueue> broken, Consumer<QueueContract> part) {
    QueueContract contract =
        new QueueContract() {
          @Override
          protected OverflowQueue createQueue(QueueLimits limits, ManualClock clock) {
            return broken.apply(new MemoryQueue(limits, clock));
          }
        };
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> part.accept(contract));
  }

  @Test
  void queueThatEndsWhatItDelivers_isCaught() {
    class Hasty extends BrokenQueue {
      Hasty(OverflowQueue right) {
        super(right);
      }

      @Override
      public CompletionStage<List<Delivery>> take(
          String service, String consumer, int max, Duration visibility) {
        return super.take(service, consumer, max, visibility)
            .thenApply(
                taken -> {
                  taken.forEach(delivery -> acknowledge(service, delivery.ticket()));
                  return taken;
                });
      }
    }
    fails(Hasty::new, QueueContract::request_whenItsConsumerIsGone_isDeliveredToAnother);
    fails(Hasty::new, QueueContract::request_whenAcknowledged_isGoneForGood);
  }

  @Test
  void queueThatDeliversWhatIsInHand_isCaught() {
    class Generous extends BrokenQueue {
      Generous(OverflowQueue right) {
        super(right);
      }

      @Override
      public CompletionStage<List<Delivery>> take(
          String service, String consumer, int max, Duration visibility) {
        return super.take(service, consumer, max, Duration.ofMillis(1));
      }
    }
    fails(Generous::new, QueueContract::request_whileInHand_isNotDeliveredAgain);
    fails(Generous::new, QueueContract::visibility_isThatOfTheDelivery_notOfTheOneWhoAsks);
  }

  @Test
  void queueThatDropsTheOldest_isCaught() {
    class Dropping extends BrokenQueue {
      Dropping(OverflowQueue right) {
        super(right);
      }

      @Override
      public CompletionStage<Optional<Ticket>> offer(
          String service, String request, @Nullable String once) {
        Optional<Ticket> ticket = QueueFixture.get(super.offer(service, request, once));
        if (ticket.isEmpty()) {
          Delivery oldest = QueueFixture.get(take(service, "drop", 1, Duration.ofDays(1))).get(0);
          QueueFixture.get(acknowledge(service, oldest.ticket()));
        }
        return super.offer(service, request, once);
      }
    }
    fails(Dropping::new, QueueContract::fullQueue_refuses_untilThereIsRoom);
    fails(Dropping::new, QueueContract::length_underManyThreads_isExact);
  }

  @Test
  void queueThatDoesNotCountFailures_isCaught() {
    class Forgiving extends BrokenQueue {
      Forgiving(OverflowQueue right) {
        super(right);
      }

      @Override
      public CompletionStage<Boolean> retry(
          String service,
          String ticket,
          @Nullable String consumer,
          Duration after,
          @Nullable String reason) {
        return super.retry(service, ticket, null, Duration.ZERO, null);
      }
    }
    fails(Forgiving::new, QueueContract::request_thatFailsEveryTime_becomesADeadLetter);
    fails(Forgiving::new, QueueContract::request_thatFailed_comesBackAfterItsWait);
    fails(Forgiving::new, QueueContract::givingBackWhatAnotherHasByNow_changesNothing);
  }
}
