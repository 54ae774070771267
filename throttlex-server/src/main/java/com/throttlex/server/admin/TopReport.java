package com.throttlex.server.admin;

import java.time.Instant;
import java.util.List;

/**
 * The keys with the most requests, and those with the most denials.
 *
 * @param since when counting began
 * @param heaviest by requests, most first
 * @param mostDenied by denials, most first
 * @param mostShadowDenied by requests that rules in shadow mode would have denied, most first
 */
public record TopReport(
    Instant since, List<TopKey> heaviest, List<TopKey> mostDenied, List<TopKey> mostShadowDenied) {}
