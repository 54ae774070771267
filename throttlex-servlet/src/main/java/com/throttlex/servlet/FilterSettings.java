package com.throttlex.servlet;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;

/**
 * How a filter works.
 *
 * @param admissions what decides
 * @param reader reads what rules speak of
 * @param describer adds what the application knows
 * @param headers the headers that tell clients their limits
 * @param time the time on problems
 */
public record FilterSettings(
    Admissions admissions,
    RequestReader reader,
    RequestDescriber describer,
    RateLimitHeaders headers,
    TimeSource time) {

  /** Decides by all rules at once, trusts no proxy, and tells clients everything. */
  public static FilterSettings simple(ThrottleX throttlex) {
    return new FilterSettings(
        Admissions.atOnce(throttlex),
        RequestReader.simple(throttlex::rules),
        RequestDescriber.PRINCIPAL,
        RateLimitHeaders.all(),
        new SystemTime());
  }
}
