package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import io.lettuce.core.event.EventBus;
import io.lettuce.core.event.connection.ConnectedEvent;
import io.lettuce.core.event.connection.ReconnectFailedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a lost connection was not restored; Lettuce does not add it to failed commands.
 */
final class LostConnection {
  private volatile @Nullable StoreUnavailableException reason;

  /** Starts to listen to Lettuce's events. */
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

  /** Returns the failure of a command, with the reason if there was no connection. */
  RuntimeException failure(Throwable thrown) {
    StoreUnavailableException known = reason;
    return known != null && RedisFailures.isNotConnected(thrown) ? known : RedisFailures.of(thrown);
  }
}
