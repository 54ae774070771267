package com.throttlex.spring.webflux;

import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.spring.Principals;

/**
 * The settings of a filter.
 *
 * @param admissions decides requests
 * @param reader reads the fields that rules use
 * @param principals reads the user of a request
 * @param describer adds fields that only the application knows
 * @param headers the headers that show clients their limits
 * @param time the clock for problem bodies
 */
public record WebFilterSettings(
    Admissions admissions,
    RequestReader reader,
    Principals principals,
    ExchangeDescriber describer,
    RateLimitHeaders headers,
    TimeSource time) {}
