package com.throttlex.server.access;

import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.Secrets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits callers to the data plane: everybody, or those with an access token.
 *
 * <p>The address of a caller is asked for only when its credential is wrong.
 */
public final class Access {
  /** The header that carries the token, in HTTP and gRPC. */
  public static final String HEADER = "X-ThrottleX-Token";

  /** The user name that Redis clients send when they know only a password. */
  public static final String DEFAULT_NAME = "default";

  private final boolean open;
  private final Secrets<String> names;
  private final WrongCredentials wrong;

  /** Admits the holders of these tokens; everybody when there is none. */
  public Access(List<AccessToken> tokens, WrongCredentials wrong) {
    open = tokens.isEmpty();
    names = Secrets.of(tokens, AccessToken::token, AccessToken::name);
    this.wrong = wrong;
  }

  /** Returns whether everybody is admitted. */
  public boolean isOpen() {
    return open;
  }

  /**
   * Admits the sender of a token.
   *
   * @param token the value of {@link #HEADER}, or null
   * @throws AccessException when it is nobody's
   */
  public void admit(@Nullable String token, Supplier<String> address) {
    if (open || (token != null && names.owner(token) != null)) {
      return;
    }
    if (token != null) {
      wrong.count(address.get());
    }
    throw unknown(token == null ? "none" : "unknown");
  }

  private static AccessException unknown(String what) {
    return AccessException.unknown(HEADER, what, HEADER + " with an access token");
  }

  /**
   * Admits a Redis client.
   *
   * @param name the user name it sends
   * @throws AccessException when the token is not that user's
   */
  public void admit(String name, String token, Supplier<String> address) {
    String owner = open ? null : names.owner(token);
    boolean known = name.equals(DEFAULT_NAME) ? owner != null : name.equals(owner);
    if (!open && !known) {
      wrong.count(address.get());
      throw unknown("unknown");
    }
  }
}
