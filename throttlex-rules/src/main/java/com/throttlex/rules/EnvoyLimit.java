package com.throttlex.rules;

import com.throttlex.algorithm.Rate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a descriptor.
 *
 * @param line where it stands
 * @param rate the rate; null when no rule can say it
 * @param name its name, or empty
 * @param replaces the names of the limits that do not apply where this one does
 * @param shadow whether it only reports
 */
record EnvoyLimit(
    int line, @Nullable Rate rate, String name, List<String> replaces, boolean shadow) {}
