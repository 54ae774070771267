package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.proxy.FuzzedProxy.Outcome;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random requests in front of a reader that accepts only clear ones. */
class ProxyFuzzTest {
  private static final int REQUESTS = 1_500;
  private static final int STREAMS = 300;

  @TempDir Path folder;
  private StrictReader reader;
  private FuzzedProxy proxy;

  @BeforeEach
  void start() throws IOException {
    reader = new StrictReader();
    proxy = new FuzzedProxy(folder, reader.url());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    reader.close();
  }

  private void requests(long seed, int count) {
    Outcome outcome = proxy.fuzz(seed, count);

    assertThat(reader.problems()).isEmpty();
    assertThat(outcome.answers()).isGreaterThan(count / 10);
    assertThat(outcome.refusals()).isGreaterThan(count / 10);
  }

  @Test
  void randomRequests_areReadAlikeByLimiterAndApplication() {
    requests(1, REQUESTS);
  }

  @Tag("long")
  @Test
  void moreRandomRequests_areReadAlikeByLimiterAndApplication() {
    requests(1_000_000, 100 * REQUESTS);
  }

  private void streams(long seed, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      RandomRequests random = new RandomRequests(seed + i, Integer.toString(i));
      try (RawHttp2 client = RawHttp2.connect(proxy.port())) {
        client.headers(1, random.stream(), i % 2 == 0);
        if (i % 2 == 1) {
          client.body(1, random.next());
        }
        client.answer();
      } catch (SocketException ended) {
        // refused
      }
    }
    assertThat(reader.problems()).isEmpty();
    assertThat(reader.lines()).hasSizeBetween(count / 10, count);
  }

  @Test
  void randomStreams_becomeClearRequestsOrNone() throws IOException {
    streams(1, STREAMS);
  }

  @Tag("long")
  @Test
  void moreRandomStreams_becomeClearRequestsOrNone() throws IOException {
    streams(1_000_000, 100 * STREAMS);
  }
}
