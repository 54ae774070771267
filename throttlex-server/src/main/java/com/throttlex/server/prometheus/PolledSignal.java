package com.throttlex.server.prometheus;

import com.throttlex.adaptive.Signal;
import org.jspecify.annotations.Nullable;

/**
 * The last result of a query.
 *
 * @param value the value, or null if none is valid
 * @param ageSeconds the age of the value
 * @param problem why there is no valid value; null if there is one
 */
public record PolledSignal(
    String service,
    Signal signal,
    @Nullable Double value,
    @Nullable Double ageSeconds,
    @Nullable String problem) {}
