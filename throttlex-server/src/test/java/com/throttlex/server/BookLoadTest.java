package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks while a book of 10,000 rules is stored, changed and rolled back. */
@Timeout(120)
class BookLoadTest {
  private static final int SIZE = 10_000;
  private static final String RULES = "/api/v1/rules";

  @TempDir Path folder;

  private static final class Checks {
    private final RunningServer server;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger made = new AtomicInteger();
    private final CompletableFuture<long[]> nanos;

    Checks(RunningServer server) {
      this.server = server;
      nanos = CompletableFuture.supplyAsync(this::run);
    }

    /** Checks until the end, and returns how long each check took. */
    private long[] run() {
      LongStream.Builder taken = LongStream.builder();
      for (int i = 0; !ended.get(); i++) {
        long start = System.nanoTime();
        Reply reply = server.check(TwoNodes.body("user-" + i, "/service-1/1"));
        taken.add(System.nanoTime() - start);
        made.incrementAndGet();
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
      }
      return taken.build().sorted().toArray();
    }

    long[] end() {
      ended.set(true);
      return nanos.join();
    }
  }

  @Test
  void checks_whileABookIsStoredChangedAndRolledBack_areAllAnswered() throws Exception {
    try (RunningServer server = RunningServer.start(folder, "{version: 1, default-rule: none}")) {
      Checks alone = new Checks(server);
      Await.until("a thousand checks", () -> alone.made.get() > 1_000);
      System.out.println("without books, check " + percentiles(alone.end()));
      Checks checks = new Checks(server);
      long start = System.nanoTime();
      JsonObject stored = done(server.admin("PUT", RULES, LargeBookTest.book(SIZE, 1000)));
      JsonObject changed = done(server.admin("PUT", RULES, LargeBookTest.book(SIZE, 2000)));
      done(server.admin("POST", RULES + "/rule-1/rollback", "{\"version\":1}"));
      JsonObject back = done(server.admin("PUT", RULES, LargeBookTest.book(SIZE, 1000)));
      long millis = (System.nanoTime() - start) / 1_000_000;
      long[] nanos = checks.end();

      assertThat(stored.getInteger("added")).isEqualTo(SIZE);
      assertThat(changed.getInteger("changed")).isEqualTo(SIZE);
      assertThat(back.getInteger("changed")).isEqualTo(SIZE - 1);
      assertThat(TwoNodes.limit(server, "u", "/service-1/1")).isEqualTo(1000);
      assertThat(nanos).isNotEmpty();
      System.out.println("three books in " + millis + " ms, check " + percentiles(nanos));
      System.out.println("list, ms: " + Arrays.toString(lists(server)));
    }
  }

  private static JsonObject done(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json();
  }

  private static String percentiles(long[] nanos) {
    return String.format(
        "p50 %d us, p99 %d us, max %d us of %d",
        nanos[nanos.length / 2] / 1000,
        nanos[(int) (nanos.length * 0.99)] / 1000,
        nanos[nanos.length - 1] / 1000,
        nanos.length);
  }

  /** Returns how long the list of all rules takes, the first time and later. */
  private static long[] lists(RunningServer server) {
    long[] millis = new long[4];
    for (int i = 0; i < millis.length; i++) {
      long start = System.nanoTime();
      Reply list = server.admin("GET", i < 3 ? RULES : RULES + "?q=rule-99&limit=20", "");
      millis[i] = (System.nanoTime() - start) / 1_000_000;
      assertThat(list.status()).isEqualTo(200);
    }
    return millis;
  }
}
