package com.throttlex.server.access;

import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Role;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access control for administrators, who send {@code Authorization: Bearer TOKEN}. It protects
 * the admin plane, and changes in the data plane other than charges.
 *
 * <p>A token of the configuration is accepted even if the address has used up its attempts. A JWT
 * is then rejected, because verifying it costs much more.
 */
public final class AdminAccess {
  private final AdminTokens tokens;
  private final WrongCredentials wrong;

  /** Admits administrators with one of these tokens. */
  public AdminAccess(AdminTokens tokens, WrongCredentials wrong) {
    this.tokens = tokens;
    this.wrong = wrong;
  }

  /**
   * Returns the administrator with this credential.
   *
   * @param authorization the header, or null
   * @param address the client's address, under which a wrong credential is counted
   * @throws AccessException if the credential is missing or unknown
   */
  public Admin admit(@Nullable String authorization, Supplier<String> address) {
    if (authorization == null) {
      throw unknown("none");
    }
    String token = BearerToken.of(authorization);
    Admin admin = token == null ? null : tokens.named(token);
    return admin == null ? byJwt(token, address.get()) : admin;
  }

  /**
   * Returns the administrator with a credential that was admitted before, or null if it is no
   * longer valid. That is no guess, and is not counted.
   */
  public @Nullable Admin admitted(@Nullable String authorization) {
    String token = BearerToken.of(authorization);
    if (token == null) {
      return null;
    }
    Admin admin = tokens.named(token);
    return admin == null ? tokens.byJwt(token) : admin;
  }

  private Admin byJwt(@Nullable String token, String address) {
    wrong.requireRoom(address);
    Admin admin = token == null ? null : tokens.byJwt(token);
    if (admin == null) {
      wrong.count(address);
      throw unknown("unknown");
    }
    return admin;
  }

  private static AccessException unknown(String what) {
    return AccessException.unknown("Bearer", what, "Authorization: Bearer TOKEN");
  }

  /**
   * Returns the administrator with this credential, who must have at least that role.
   *
   * @throws AccessException if the credential is missing or unknown, or its role is too low
   */
  public Admin admit(Role needed, @Nullable String authorization, Supplier<String> address) {
    Admin admin = admit(authorization, address);
    require(needed, admin);
    return admin;
  }

  /** Throws an {@link AccessException} if the role of an administrator is too low. */
  public static void require(Role needed, Admin admin) {
    if (!admin.role().includes(needed)) {
      throw AccessException.forbidden("role: " + admin.role() + " (expected: " + needed + ")");
    }
  }
}
