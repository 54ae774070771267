package com.throttlex.servlet;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;

/**
 * The settings of a filter.
 *
 * @param admissions decides requests
 * @param reader reads the fields that rules use
 * @param describer adds fields that only the application knows
 * @param headers the headers that show clients their limits
 * @param time the clock for problem bodies
 */
public record FilterSettings(
    Admissions admissions,
    RequestReader reader,
    RequestDescriber describer,
    RateLimitHeaders headers,
    TimeSource time) {

  /** Returns settings that decide by all rules at once, trust no proxy, and send all headers. */
  public static FilterSettings simple(ThrottleX throttlex) {
    return new FilterSettings(
        Admissions.atOnce(throttlex),
        RequestReader.simple(throttlex::rules),
        RequestDescriber.PRINCIPAL,
        RateLimitHeaders.all(),
        new SystemTime());
  }
}
