package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import io.lettuce.core.event.EventBus;
import io.lettuce.core.event.connection.ConnectedEvent;
import io.lettuce.core.event.connection.ReconnectFailedEvent;
import org.jspecify.annotations.Nullable;

/** Why a lost connection is not there again, which Lettuce does not say when a command fails. */
final class LostConnection {
  private volatile @Nullable StoreUnavailableException reason;

  /** Listens to Lettuce from now on. */
  void watch(EventBus events) {
    var unused =
        events
            .get()
            .subscribe(
                event -> {
                  if (event instanceof ReconnectFailedEvent failed) {
                    reason = RedisFailures.ofConnecting(failed.getCause());
                  } else if (event instanceof ConnectedEvent) {
                    reason = null;
                  }
                });
  }

  /** Returns a failed command's failure, with the reason if there was no connection. */
  RuntimeException failure(Throwable thrown) {
    StoreUnavailableException known = reason;
    return known != null && RedisFailures.isNotConnected(thrown) ? known : RedisFailures.of(thrown);
  }
}
