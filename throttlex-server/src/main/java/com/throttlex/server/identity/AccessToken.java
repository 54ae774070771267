package com.throttlex.server.identity;

/**
 * A token that admits a client to the data plane.
 *
 * @param name the name of the client, and the user name of a Redis client
 * @param token the secret text
 */
public record AccessToken(String name, String token) {
  /** Returns the name without the token. */
  @Override
  public String toString() {
    return "AccessToken[name=" + name + "]";
  }
}
