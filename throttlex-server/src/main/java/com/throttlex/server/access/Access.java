package com.throttlex.server.access;

import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.Secrets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access control of the data plane: admits every client, or clients with an access token.
 *
 * <p>The address of a client is computed only if its token is wrong.
 */
public final class Access {
  /** The header that carries the token, in HTTP and gRPC. */
  public static final String HEADER = "X-ThrottleX-Token";

  /** The user name that Redis clients send with a password alone; it stands for any name. */
  public static final String DEFAULT_NAME = "default";

  private final boolean open;
  private final Secrets<String> names;
  private final WrongCredentials wrong;
  private final NodeLimit limit;

  /** Admits clients with one of these tokens, or every client if there are no tokens. */
  public Access(List<AccessToken> tokens, WrongCredentials wrong) {
    this(tokens, wrong, NodeLimit.NONE);
  }

  /**
   * Admits clients as {@link #Access(List, WrongCredentials)} does, within the node's own limit.
   */
  public Access(List<AccessToken> tokens, WrongCredentials wrong, NodeLimit limit) {
    this.limit = limit;
    open = tokens.isEmpty();
    names = Secrets.of(tokens, AccessToken::token, AccessToken::name);
    this.wrong = wrong;
  }

  /** Returns whether every client is admitted. */
  public boolean isOpen() {
    return open;
  }

  /**
   * Counts checks of an admitted client.
   *
   * @throws AccessException if they are more than this node takes
   */
  public void count(long checks) {
    limit.count(checks);
  }

  /**
   * Counts a check by the Redis protocol of an admitted client.
   *
   * @throws AccessException if it is more than this node takes
   */
  public void countCommand() {
    limit.countCommand();
  }

  /**
   * Admits a client of HTTP or gRPC.
   *
   * @param token the value of {@link #HEADER}, or null
   * @param address the client's address, under which a wrong token is counted
   * @throws AccessException if the token is missing or unknown
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
   * @param name the user name that the client sends
   * @param address the client's address, under which a wrong token is counted
   * @throws AccessException if the token does not belong to that name
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
