package com.throttlex.provider;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens one kind of store by URL. Messages never contain a password. */
public interface StoreProvider {
  /**
   * Returns the beginning of the schemes of its URLs: {@code redis} stands for {@code redis:},
   * {@code rediss:} and {@code redis-cluster:}.
   */
  String scheme();

  /** Returns the usual form of its URLs, for messages. */
  String form();

  /** Returns the part of a URL that cannot contain a password. */
  String printable(String url);

  /**
   * Checks a URL without connecting.
   *
   * @throws IllegalArgumentException when it is malformed; the message is the expected form
   */
  void requireUrl(String url);

  /**
   * Returns the name by which keys are assigned to the store if they are spread over several: the
   * same for all nodes, such as host and database. Empty if they cannot be spread over such stores.
   *
   * @throws IllegalArgumentException when the URL does not show the name clearly; the message is
   *     the expected form
   */
  default Optional<String> shard(String url) {
    return Optional.empty();
  }

  /**
   * Starts to connect to the store, and does not wait for it.
   *
   * @param timeout how long a decision may take if the URL does not set it, or null for the default
   *     of the store
   * @throws IllegalArgumentException if the URL is malformed
   */
  StoreConnection open(String url, @Nullable Duration timeout);
}
