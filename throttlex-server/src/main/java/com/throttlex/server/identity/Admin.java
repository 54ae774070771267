package com.throttlex.server.identity;

/**
 * An administrator who has proven to be one.
 *
 * @param name the token's name, or the subject of an admin JWT
 */
public record Admin(String name, Role role) {}
