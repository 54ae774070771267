package com.throttlex.server.identity;

/**
 * A credential for the admin plane.
 *
 * @param name the actor in the audit trail
 */
public record AdminToken(String name, Role role, String token) {
  /** Returns the token's name and role, without the token. */
  @Override
  public String toString() {
    return "AdminToken[name=" + name + ", role=" + role + "]";
  }
}
