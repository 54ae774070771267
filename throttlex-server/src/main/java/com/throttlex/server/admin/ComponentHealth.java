package com.throttlex.server.admin;

import java.util.Map;

/**
 * How a component of the service is.
 *
 * @param name such as {@code store}
 * @param up false when decisions cannot be made without it; a component that has something to stand
 *     in for it is up, and says so in its detail
 * @param detail in words, empty when there is nothing to say
 * @param details texts, numbers and booleans that a program can read
 */
public record ComponentHealth(
    String name, boolean up, String detail, Map<String, Object> details) {}
