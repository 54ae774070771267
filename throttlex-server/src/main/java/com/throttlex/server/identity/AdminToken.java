package com.throttlex.server.identity;

/**
 * A credential for the admin plane.
 *
 * @param name whom the audit trail names
 */
public record AdminToken(String name, Role role, String token) {
  /** Without the token. */
  @Override
  public String toString() {
    return "AdminToken[name=" + name + ", role=" + role + "]";
  }
}
