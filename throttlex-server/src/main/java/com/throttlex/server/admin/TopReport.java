package com.throttlex.server.admin;

import java.time.Instant;
import java.util.List;

/**
 * The keys with the most requests, and those with the most denials.
 *
 * @param since when counting began
 * @param heaviest by requests, most first
 * @param mostDenied by denials, most first
 */
public record TopReport(Instant since, List<TopKey> heaviest, List<TopKey> mostDenied) {}
