package com.throttlex.server.admin;

/**
 * The number of allowed and denied requests of a key.
 *
 * @param key the printed key
 * @param rule the id of its rule
 */
public record TopKey(String key, String rule, long allowed, long denied) {}
