package com.throttlex.server.access;

import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Role;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits administrators by {@code Authorization: Bearer TOKEN}, at the admin plane and wherever the
 * data plane changes state that is not a charge.
 *
 * <p>A token of the configuration is compared even when the address has used up its attempts. A JWT
 * is not: verifying one costs much more.
 */
public final class AdminAccess {
  private final AdminTokens tokens;
  private final WrongCredentials wrong;

  /** Admits the holders of these tokens. */
  public AdminAccess(AdminTokens tokens, WrongCredentials wrong) {
    this.tokens = tokens;
    this.wrong = wrong;
  }

  /**
   * Returns the administrator whose credential it is.
   *
   * @param authorization the header, or null
   * @throws AccessException when it is nobody's
   */
  public Admin admit(@Nullable String authorization, Supplier<String> address) {
    if (authorization == null) {
      throw unknown("none");
    }
    String token = BearerToken.of(authorization);
    Admin admin = token == null ? null : tokens.named(token);
    return admin == null ? byJwt(token, address.get()) : admin;
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
   * Returns the administrator, who must have at least that role.
   *
   * @throws AccessException when the credential is nobody's, or of a lower role
   */
  public Admin admit(Role needed, @Nullable String authorization, Supplier<String> address) {
    Admin admin = admit(authorization, address);
    require(needed, admin);
    return admin;
  }

  /** Throws when an administrator has a lower role. */
  public static void require(Role needed, Admin admin) {
    if (!admin.role().includes(needed)) {
      throw AccessException.forbidden("role: " + admin.role() + " (expected: " + needed + ")");
    }
  }
}
