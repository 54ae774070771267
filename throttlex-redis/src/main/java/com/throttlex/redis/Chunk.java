package com.throttlex.redis;

import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a batch that one run of a script decides.
 *
 * @param numbers the indexes of the requests in the batch
 */
record Chunk(List<Integer> numbers, List<Charges> requests) {
  /** The most charges of one run of a script, so that no run blocks Redis for long. */
  private static final int MOST = 512;

  private Chunk() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /** Splits these requests of a batch, in their order; skips requests without charges. */
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

  /** Reports that all requests are decided or have failed. */
  void tell(BatchStore.BatchListener listener, @Nullable Throwable failure) {
    numbers.forEach(number -> listener.ended(number, failure));
  }
}
