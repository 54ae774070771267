package com.throttlex.benchmarks.adaptive;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.benchmarks.adaptive.AdaptiveContender.Setting;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The limiters of ThrottleX, each with the defaults and with a quicker pace. */
final class OwnLimiters {
  private OwnLimiters() {}

  /** In the order of the page. */
  static List<AdaptiveContender> all() {
    return List.of(
        own(
            "ThrottleX without classes",
            "`concurrency` with `adaptive`, everyone treated alike: control alone, as the others have it. It"
                + " moves where Netflix's limits do by default, from 20 to 200, and begins at 20.",
            settings -> new OwnConcurrency(settings, false)),
        own(
            "ThrottleX",
            "the same with classes: high requests may use up all of the limit, normal ones come in while"
                + " 80 % are in use and low ones while 50 % are; critical ones always. To the controller"
                + " a request that is refused so counts as one at the limit.",
            settings -> new OwnConcurrency(settings, true)),
        own(
            "ThrottleX rate",
            "a rate that follows health, with the same classes. It sees response times and errors at"
                + " the door and is told how busy the workers are and how many requests wait. It may move from"
                + " 100 to 1500 per second and begins at 1000; clients' second is its target. Its limit is"
                + " drawn as what would be under way at that rate.",
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
                "judged every 500 ms, changed every second", () -> limiter.apply(quick()))));
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
