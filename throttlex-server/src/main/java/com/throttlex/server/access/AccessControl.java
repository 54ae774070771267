package com.throttlex.server.access;

import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.Role;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.net.SocketAddress;
import java.util.function.Supplier;

/**
 * Decides who may use the doors that speak HTTP or gRPC.
 *
 * @param callers who may use the data plane
 * @param admins who may change what is not a charge
 * @param addresses finds the address under which wrong credentials are counted
 */
public record AccessControl(Access callers, AdminAccess admins, ClientAddress addresses) {
  private static final CharSequence TOKEN = HttpHeaders.createOptimized(Access.HEADER);

  /**
   * Admits a request to the data plane.
   *
   * @throws AccessException when it carries no valid access token and needs one
   */
  public void admitCaller(MultiMap headers, SocketAddress peer) {
    if (!callers.isOpen()) {
      callers.admit(headers.get(TOKEN), address(headers, peer));
    }
  }

  /**
   * Returns the administrator who sends a request.
   *
   * @throws AccessException when the credential is nobody's, or of a lower role than needed
   */
  public Admin admitAdmin(Role needed, MultiMap headers, SocketAddress peer) {
    return admins.admit(needed, headers.get(HttpHeaders.AUTHORIZATION), address(headers, peer));
  }

  private Supplier<String> address(MultiMap headers, SocketAddress peer) {
    return () -> addresses.of(peer, headers);
  }
}
