package com.throttlex.server.identity;

/**
 * An authenticated administrator.
 *
 * @param name the token's name, or the subject of an admin JWT
 */
public record Admin(String name, Role role) {}
