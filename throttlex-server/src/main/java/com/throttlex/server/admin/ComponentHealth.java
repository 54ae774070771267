package com.throttlex.server.admin;

import java.util.Map;

/**
 * The state of a component of the service.
 *
 * @param name such as {@code store}
 * @param up false if decisions cannot be made without it; a component with a fallback is up, and
 *     its detail names the fallback
 * @param detail in words, empty if there is nothing to report
 * @param details texts, numbers and booleans for programs
 */
public record ComponentHealth(
    String name, boolean up, String detail, Map<String, Object> details) {}
