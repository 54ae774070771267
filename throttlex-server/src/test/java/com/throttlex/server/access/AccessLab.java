package com.throttlex.server.access;

import com.throttlex.TimeSource;
import com.throttlex.request.TrustedProxies;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.identity.Role;
import java.util.List;

/** Access control for tests: the data plane is open, and there are three administrators. */
public final class AccessLab {
  public static final String VIEWER = "viewer-token-0123456789";
  public static final String EDITOR = "editor-token-0123456789";
  public static final String ADMIN = "admin-token-0123456789";

  private AccessLab() {}

  /** Admits every client to the data plane. */
  public static AccessControl open(TimeSource time) {
    return of(List.of(), time);
  }

  /** Admits every client to the data plane, and so many checks a second; 0 for no limit. */
  public static AccessControl limited(long maxRate, TimeSource time) {
    return of(List.of(), new NodeLimit(maxRate, time), time);
  }

  /** Admits clients with one of these tokens to the data plane. */
  public static AccessControl of(List<AccessToken> tokens, TimeSource time) {
    return of(tokens, NodeLimit.NONE, time);
  }

  private static AccessControl of(List<AccessToken> tokens, NodeLimit limit, TimeSource time) {
    WrongCredentials wrong = new WrongCredentials(time);
    return new AccessControl(
        new Access(tokens, wrong, limit),
        new AdminAccess(admins(), wrong),
        new ClientAddress(TrustedProxies.NONE));
  }

  private static AdminTokens admins() {
    return new AdminTokens(
        List.of(
            new AdminToken("vera", Role.VIEWER, VIEWER),
            new AdminToken("ed", Role.EDITOR, EDITOR),
            new AdminToken("ada", Role.ADMIN, ADMIN)),
        null);
  }
}
