package com.throttlex.replay;

/**
 * The number of keys whose share of denied requests is in a range.
 *
 * @param above the share that theirs is above; −1 for the keys without denials
 * @param upTo the largest share
 * @param keys the number of keys
 */
public record DeniedShare(double above, double upTo, long keys) {}
