package com.throttlex.spring.webflux;

import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.spring.Principals;

/**
 * How a filter works.
 *
 * @param admissions what decides
 * @param reader reads what rules speak of
 * @param principals tells whom a request is from
 * @param describer adds what the application knows
 * @param headers the headers that tell clients their limits
 * @param time the time on problems
 */
public record WebFilterSettings(
    Admissions admissions,
    RequestReader reader,
    Principals principals,
    ExchangeDescriber describer,
    RateLimitHeaders headers,
    TimeSource time) {}
