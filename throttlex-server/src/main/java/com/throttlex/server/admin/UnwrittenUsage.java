package com.throttlex.server.admin;

import com.throttlex.jdbc.UsageCount;
import java.time.Instant;
import java.util.List;

/**
 * Decisions of this node that are not yet in the database.
 *
 * @param minute the minute that they will be written to; all earlier ones are written
 * @param writes how often counts were written
 */
public record UnwrittenUsage(Instant minute, List<UsageCount> counts, long writes) {}
