package com.throttlex.server.admin;

import java.time.Instant;
import java.util.List;

/**
 * The keys that are used most and those that are denied most.
 *
 * @param since when counting began
 * @param heaviest by what was asked for, most first
 * @param mostDenied by what was denied, most first
 */
public record TopReport(Instant since, List<TopKey> heaviest, List<TopKey> mostDenied) {}
