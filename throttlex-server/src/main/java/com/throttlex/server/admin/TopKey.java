package com.throttlex.server.admin;

/**
 * How often a key was allowed and denied.
 *
 * @param key in print
 * @param rule the id of the rule it belongs to
 */
public record TopKey(String key, String rule, long allowed, long denied) {}
