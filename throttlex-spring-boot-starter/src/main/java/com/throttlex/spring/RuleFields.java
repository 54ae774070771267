package com.throttlex.spring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a rule in properties, for completion in editors; {@link RuleSource} reads them. A
 * field that has several forms is an object here.
 *
 * @param name its title for people; by default the id
 * @param match the requests that the rule matches
 * @param key the key parts that have their own counter: user, ip, api-key, endpoint, method,
 *     service, tier, global, subject, attribute:NAME, header:NAME
 * @param limits AMOUNT/PERIOD such as 100/1m, a list of them, or a map from tiers to those
 * @param algorithm token-bucket, leaky-bucket, fixed-window, sliding-window-log,
 *     sliding-window-counter, gcra or concurrency
 * @param burst bucket capacity, queue length or burst tolerance
 * @param cost units per request when the request names no cost; or an estimate, and the response
 *     header that has the real cost
 * @param mode enforce, shadow or off
 * @param rollout per cent of keys the rule applies to
 * @param shares per cent of the limit each priority class may use up, for all or by tier
 * @param onExceed reject, queue, shed, delay or queue with the longest wait, or block with its
 *     length
 * @param onStoreFailure local, allow or deny
 * @param sync strict or leased
 * @param store the name of the store that has the counters, from throttlex.stores
 * @param adaptive the range in which the limit moves, min and max, and the services whose health it
 *     follows
 * @param replaces the rules that do not apply where this one does
 * @param zone the time zone of calendar periods
 */
public record RuleFields(
    @Nullable String name,
    @Nullable Match match,
    @Nullable List<String> key,
    Object limits,
    @Nullable String algorithm,
    @Nullable Long burst,
    @Nullable Object cost,
    @Nullable String mode,
    @Nullable Integer rollout,
    @Nullable Map<String, Object> shares,
    @Nullable Object onExceed,
    @Nullable String onStoreFailure,
    @Nullable String sync,
    @Nullable String store,
    @Nullable Map<String, Object> adaptive,
    @Nullable List<String> replaces,
    @Nullable String zone) {

  /**
   * The requests that a rule matches; all parts are optional.
   *
   * @param endpoint a path with {var}, * for one segment or ** for any
   * @param methods HTTP methods
   * @param services names of applications
   * @param attributes values that attributes must have
   * @param tiers tiers
   * @param priorities critical, high, normal or low
   * @param users names of users
   * @param ips addresses
   * @param apiKeys API keys, or their digests sha256:…
   * @param subjects users, addresses or API keys
   */
  public record Match(
      @Nullable String endpoint,
      @Nullable List<String> methods,
      @Nullable List<String> services,
      @Nullable Map<String, String> attributes,
      @Nullable List<String> tiers,
      @Nullable List<String> priorities,
      @Nullable List<String> users,
      @Nullable List<String> ips,
      @Nullable List<String> apiKeys,
      @Nullable List<String> subjects) {}
}
