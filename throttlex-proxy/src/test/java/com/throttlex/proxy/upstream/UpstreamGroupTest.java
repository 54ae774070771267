package com.throttlex.proxy.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UpstreamGroupTest {
  private static final long SECOND = 1_000_000_000L;

  private final Random random = new Random(7);

  private UpstreamGroup group(String... urls) {
    return new UpstreamGroup(List.of(urls).stream().map(URI::create).toList(), random::nextInt);
  }

  private static void fail(Upstream upstream, int times, long now) {
    for (int i = 0; i < times; i++) {
      upstream.failed(now);
    }
  }

  @Test
  void pick_ofTwo_takesTheLessBusy() {
    UpstreamGroup group = group("http://a", "http://b");
    Upstream first = group.pick(0, null);

    for (int i = 0; i < 10; i++) {
      Upstream next = group.pick(0, null);
      assertThat(next).isNotSameAs(first);
      next.end();
    }
  }

  @Test
  void load_ofManyRequests_isSpreadEvenly() {
    UpstreamGroup group = group("http://a", "http://b", "http://c", "http://d");
    for (int i = 0; i < 4000; i++) {
      group.pick(0, null);
    }

    assertThat(group.upstreams())
        .allSatisfy(one -> assertThat(one.inFlight()).isBetween(980, 1020));
  }

  @Test
  void upstream_afterFiveFailuresInARow_isOutForTenSecondsAndThenTriedOnce() {
    UpstreamGroup group = group("http://a");
    Upstream only = group.upstreams().get(0);
    fail(only, 4, 0);
    assertThat(group.pick(0, null)).isSameAs(only);

    assertThat(only.failed(0)).isTrue();
    assertThat(only.failed(0)).as("it was out before").isFalse();

    assertThat(group.pick(10 * SECOND - 1, null)).isNull();
    assertThat(group.pick(10 * SECOND, null)).isSameAs(only);
    assertThat(group.pick(10 * SECOND, null)).isNull();
    only.failed(11 * SECOND);
    assertThat(group.pick(21 * SECOND - 1, null)).isNull();
    assertThat(group.pick(21 * SECOND, null)).isSameAs(only);
    only.succeeded();
    assertThat(group.pick(21 * SECOND, null)).isSameAs(only);
    assertThat(group.pick(21 * SECOND, null)).isSameAs(only);
  }

  @Test
  void success_betweenFailures_keepsAnUpstreamIn() {
    UpstreamGroup group = group("http://a");
    Upstream only = group.upstreams().get(0);
    fail(only, 4, 0);
    only.succeeded();
    fail(only, 4, 0);

    assertThat(group.pick(0, null)).isSameAs(only);
  }

  @Test
  void retry_goesElsewhereIfItCan() {
    UpstreamGroup group = group("http://a", "http://b", "http://c");
    for (int i = 0; i < 100; i++) {
      Upstream failed = group.pick(0, null);
      assertThat(group.pick(0, failed)).isNotSameAs(failed);
    }
    UpstreamGroup single = group("http://a");
    Upstream only = single.pick(0, null);
    assertThat(single.pick(0, only)).isSameAs(only);
  }

  @Test
  void url_isReadInItsParts() {
    Upstream secure = group("https://[::1]/base/").upstreams().get(0);

    assertThat(secure.isSecure()).isTrue();
    assertThat(secure.host()).isEqualTo("::1");
    assertThat(secure.port()).isEqualTo(443);
    assertThat(secure.basePath()).isEqualTo("/base");
  }
}
