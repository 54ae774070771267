package com.throttlex.redis;

import com.throttlex.store.BatchStore;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a batch that one run of a script decides.
 *
 * @param numbers the indexes of the requests in the batch
 */
record Chunk(List<Integer> numbers, List<Verdicts> requests) {
  /** The most charges of one run of a script, so that no run blocks Redis for long. */
  private static final int MOST = 512;

  private Chunk() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /** Splits these requests of a batch, in their order; skips requests without charges. */
  static List<Chunk> of(List<Verdicts> batch, Iterable<Integer> numbers) {
    List<Chunk> chunks = new ArrayList<>();
    Chunk chunk = new Chunk();
    int size = 0;
    for (int number : numbers) {
      Verdicts request = batch.get(number);
      if (request.size() == 0) {
        continue;
      }
      if (size == 0 || size + request.size() > MOST) {
        chunk = new Chunk();
        chunks.add(chunk);
        size = 0;
      }
      chunk.numbers.add(number);
      chunk.requests.add(request);
      size += request.size();
    }
    return chunks;
  }

  /** Reports that all requests are decided or have failed. */
  void tell(BatchStore.BatchListener listener, @Nullable Throwable failure) {
    numbers.forEach(number -> listener.ended(number, failure));
  }
}
