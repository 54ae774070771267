package com.throttlex.redis;

import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a batch that one run of a script decides.
 *
 * @param numbers the requests' places in the batch
 */
record Chunk(List<Integer> numbers, List<Charges> requests) {
  /** How many charges one run of a script decides at most, so that none holds up Redis for long. */
  private static final int MOST = 512;

  private Chunk() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /** Splits a batch, or those of its requests, in their order; requests without charges fall. */
  static List<Chunk> of(List<Charges> batch, Iterable<Integer> numbers) {
    List<Chunk> chunks = new ArrayList<>();
    Chunk chunk = new Chunk();
    int size = 0;
    for (int number : numbers) {
      Charges charges = batch.get(number);
      if (charges.size() == 0) {
        continue;
      }
      if (size == 0 || size + charges.size() > MOST) {
        chunk = new Chunk();
        chunks.add(chunk);
        size = 0;
      }
      chunk.numbers.add(number);
      chunk.requests.add(charges);
      size += charges.size();
    }
    return chunks;
  }

  /** Tells of all requests that they are decided, or have failed. */
  void tell(BatchStore.Told told, @Nullable Throwable failure) {
    numbers.forEach(number -> told.of(number, failure));
  }
}
