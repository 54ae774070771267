package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GradientControllerTest {
  private static Pool pool(long base) {
    return new Pool(
        new GradientController(new Range(2, base, 500), AdaptiveSettings.DEFAULTS), 1000);
  }

  @Test
  void limit_underLoad_settlesALittleAboveTheServers() {
    Pool pool = pool(10).run(60);
    pool.run(120, limit -> assertThat(limit).isBetween(15L, 30L));
    assertThat(pool.state.whole()).isBetween(21L, 30L);
  }

  @Test
  void limit_whenServersFailAndReturn_followsThem() {
    Pool pool = pool(20).run(60);
    pool.servers = 10;
    pool.run(20);
    assertThat(pool.state.whole()).isBetween(8L, 15L);
    pool.servers = 20;
    pool.run(30);
    assertThat(pool.state.whole()).isBetween(17L, 30L);
  }

  @Test
  void limit_whenTrafficIsFarBelowIt_doesNotRise() {
    Pool pool = pool(50);
    pool.offeredPerSecond = 100;
    pool.run(600, limit -> assertThat(limit).isLessThanOrEqualTo(50));
    assertThat(pool.last.reason()).isEqualTo("held: traffic does not come near the limit");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void limit_whenRequestsTimeOut_fallsToWhatIsServedInTime(boolean dropped) {
    Pool pool = pool(24);
    pool.run(20);
    pool.timeoutMillis = 200;
    pool.timeoutIsDropped = dropped;
    pool.servers = 2;
    pool.run(20).run(600, limit -> assertThat(limit).isLessThanOrEqualTo(4));
  }

  @Test
  void limit_withoutTraffic_isHeld() {
    GradientController controller =
        new GradientController(new Range(1, 20, 40), AdaptiveSettings.DEFAULTS);
    ControlState state = controller.start(0);
    Health lost = new Health(0, 1, Map.of());
    Step step = controller.step(state, new Observation(lost, Traffic.NONE), 60_000_000_000L);
    assertThat(step.next().limit()).isEqualTo(20);
    assertThat(step.reason()).isEqualTo("held: no request ended");
  }
}
