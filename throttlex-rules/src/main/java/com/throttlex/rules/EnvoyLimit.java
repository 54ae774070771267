package com.throttlex.rules;

import com.throttlex.algorithm.Rate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a descriptor.
 *
 * @param line its line in the file
 * @param rate the rate; null if no rule can express it
 * @param name its name, or empty
 * @param replaces the names of the limits that do not apply where this one does
 * @param shadow whether a denial is only reported
 */
record EnvoyLimit(
    int line, @Nullable Rate rate, String name, List<String> replaces, boolean shadow) {}
