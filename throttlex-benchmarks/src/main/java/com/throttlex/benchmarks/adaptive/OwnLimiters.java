package com.throttlex.benchmarks.adaptive;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.benchmarks.adaptive.AdaptiveContender.Setting;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The limiters of ThrottleX, each with the defaults and with shorter intervals. */
final class OwnLimiters {
  private OwnLimiters() {}

  /** Returns them in the order of the page. */
  static List<AdaptiveContender> all() {
    return List.of(
        own(
            "ThrottleX without classes",
            "`concurrency` with `adaptive`, without priority classes: only the control, like the peers. It"
                + " moves in the default range of Netflix's limits, from 20 to 200, and starts at 20.",
            settings -> new OwnConcurrency(settings, false)),
        own(
            "ThrottleX",
            "the same with classes: high requests may use all of the limit, normal ones up to 80 % and low"
                + " ones up to 50 %; critical ones are always admitted. A request that is denied because of its"
                + " class counts for the controller as one at the limit.",
            settings -> new OwnConcurrency(settings, true)),
        own(
            "ThrottleX rate",
            "a rate that follows health, with the same classes. Its health signals are response times,"
                + " errors, busy workers and waiting requests. It moves from 100 to 1500 per second and starts"
                + " at 1000; its target is the timeout of clients, one second. The plots show the requests in"
                + " flight at that rate.",
            OwnRate::new));
  }

  private static AdaptiveContender own(
      String name, String text, Function<AdaptiveSettings, Limiter> limiter) {
    return new AdaptiveContender(
        name,
        text,
        true,
        List.of(
            new Setting("defaults", () -> limiter.apply(AdaptiveSettings.DEFAULTS)),
            new Setting(
                "evaluated every 500 ms, changed every second", () -> limiter.apply(quick()))));
  }

  private static AdaptiveSettings quick() {
    AdaptiveSettings defaults = AdaptiveSettings.DEFAULTS;
    return new AdaptiveSettings(
        defaults.weights(),
        defaults.thresholds(),
        defaults.bounds(),
        defaults.gains(),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        defaults.staleAfter());
  }
}
