package com.throttlex.spring;

import com.throttlex.request.RequestContextBuilder;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.ClassUtils;

/** Tells the user and the tier of a request from its principal. */
public final class Principals {
  private static final boolean JWT =
      ClassUtils.isPresent("org.springframework.security.oauth2.jwt.Jwt", null)
          && ClassUtils.isPresent("org.springframework.security.core.Authentication", null);

  private final @Nullable String tierClaim;

  Principals(@Nullable String tierClaim) {
    this.tierClaim = tierClaim;
  }

  /** Describes whom a request is from; null is nobody who is known. */
  public void describe(@Nullable Principal principal, RequestContextBuilder to) {
    if (principal != null) {
      to.user(principal.getName());
      if (tierClaim != null && JWT) {
        to.tier(Token.claim(principal, tierClaim));
      }
    }
  }

  /** Keeps away from those who lack it what only Spring Security has. */
  private static final class Token {
    private Token() {}

    static @Nullable String claim(Principal principal, String name) {
      return principal instanceof Authentication known && known.getPrincipal() instanceof Jwt jwt
          ? jwt.getClaimAsString(name)
          : null;
    }
  }
}
