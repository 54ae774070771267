package com.throttlex.server.access;

import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.Role;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.net.SocketAddress;
import java.util.function.Supplier;

/**
 * The access control of the doors for HTTP and gRPC.
 *
 * @param callers admits clients to the data plane
 * @param admins admits administrators to changes other than charges
 * @param addresses finds the address under which wrong credentials are counted
 */
public record AccessControl(Access callers, AdminAccess admins, ClientAddress addresses) {
  private static final CharSequence TOKEN = HttpHeaders.createOptimized(Access.HEADER);

  /**
   * Admits a request to the data plane.
   *
   * @throws AccessException if the request needs an access token and has no valid one
   */
  public void admitCaller(MultiMap headers, SocketAddress peer) {
    if (!callers.isOpen()) {
      callers.admit(headers.get(TOKEN), address(headers, peer));
    }
  }

  /**
   * Returns the administrator who sends a request.
   *
   * @throws AccessException if the credential is missing or unknown, or its role is too low
   */
  public Admin admitAdmin(Role needed, MultiMap headers, SocketAddress peer) {
    return admins.admit(needed, headers.get(HttpHeaders.AUTHORIZATION), address(headers, peer));
  }

  private Supplier<String> address(MultiMap headers, SocketAddress peer) {
    return () -> addresses.of(peer, headers);
  }
}
