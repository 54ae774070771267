package com.throttlex.server.identity;

/**
 * A credential for the data plane.
 *
 * @param name names its holder, and is the user name of Redis clients
 */
public record AccessToken(String name, String token) {
  /** Without the token. */
  @Override
  public String toString() {
    return "AccessToken[name=" + name + "]";
  }
}
