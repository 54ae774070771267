package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Together;
import io.grpc.ServerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeferredListenerTest {
  private static final int EVENTS = 200;
  private static final int ROUNDS = 300;

  /** Records events; not thread-safe, like a real listener. */
  private static final class Notes extends ServerCall.Listener<Integer> {
    final List<Object> heard = new ArrayList<>();
    final AtomicInteger inside = new AtomicInteger();
    boolean overlapped;

    private void note(Object event) {
      overlapped |= inside.incrementAndGet() > 1;
      heard.add(event);
      inside.decrementAndGet();
    }

    @Override
    public void onMessage(Integer message) {
      note(message);
    }

    @Override
    public void onHalfClose() {
      note("half-close");
    }

    @Override
    public void onReady() {
      note("ready");
    }

    @Override
    public void onCancel() {
      note("cancel");
    }

    @Override
    public void onComplete() {
      note("complete");
    }
  }

  private final DeferredListener<Integer> listener = new DeferredListener<>();
  private final Notes notes = new Notes();

  @Test
  void events_beforeAndAfterTheBeginning_arriveInOrder() {
    listener.onReady();
    listener.onMessage(1);
    listener.onHalfClose();
    assertThat(listener.begin()).isTrue();
    listener.onCancel();
    assertThat(notes.heard).isEmpty();
    listener.pass(notes);
    listener.onComplete();
    assertThat(notes.heard).containsExactly("ready", 1, "half-close", "cancel", "complete");
  }

  @Test
  void call_cancelledBeforeItBegins_neverBeginsAndNotifiesOnce() {
    AtomicInteger told = new AtomicInteger();
    listener.whenGone(told::incrementAndGet);
    listener.onCancel();
    assertThat(listener.begin()).isFalse();
    assertThat(told).hasValue(1);
  }

  @Test
  void call_cancelledUndecided_tellsWhenDecided() {
    AtomicInteger told = new AtomicInteger();
    listener.onCancel();
    listener.whenGone(told::incrementAndGet);
    assertThat(told).hasValue(1);
    assertThat(listener.begin()).isFalse();
  }

  @Test
  void events_whileTheCallBegins_arriveInOrderAndOneAtATime() {
    for (int round = 0; round < ROUNDS; round++) {
      DeferredListener<Integer> deferred = new DeferredListener<>();
      Notes heard = new Notes();
      Together.run(2, thread -> thread == 0 ? send(deferred) : begin(deferred, heard));
      assertThat(heard.overlapped).isFalse();
      assertThat(heard.heard).hasSize(EVENTS);
      for (int i = 0; i < EVENTS; i++) {
        assertThat(heard.heard.get(i)).isEqualTo(i);
      }
    }
  }

  private static boolean send(DeferredListener<Integer> to) {
    for (int i = 0; i < EVENTS; i++) {
      to.onMessage(i);
    }
    return true;
  }

  private static boolean begin(DeferredListener<Integer> deferred, Notes notes) {
    boolean begun = deferred.begin();
    deferred.pass(notes);
    return begun;
  }

  @Test
  void cancellation_whileTheCallBegins_isHeardByOneOfBoth() {
    for (int round = 0; round < ROUNDS; round++) {
      DeferredListener<Integer> deferred = new DeferredListener<>();
      Notes heard = new Notes();
      AtomicInteger told = new AtomicInteger();
      deferred.whenGone(told::incrementAndGet);
      Together.run(2, thread -> thread == 0 ? cancel(deferred) : beginIfMay(deferred, heard));
      assertThat(told.get() + heard.heard.size()).isEqualTo(1);
    }
  }

  private static boolean cancel(DeferredListener<Integer> deferred) {
    deferred.onCancel();
    return true;
  }

  private static boolean beginIfMay(DeferredListener<Integer> deferred, Notes notes) {
    return deferred.begin() && begin(deferred, notes);
  }
}
