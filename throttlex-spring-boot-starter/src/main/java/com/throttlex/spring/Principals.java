package com.throttlex.spring;

import com.throttlex.request.RequestContextBuilder;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.ClassUtils;

/** Reads the user and the tier of a request from its principal. */
public final class Principals {
  private static final boolean SECURITY =
      ClassUtils.isPresent("org.springframework.security.core.Authentication", null);
  private static final boolean JWT =
      SECURITY && ClassUtils.isPresent("org.springframework.security.oauth2.jwt.Jwt", null);

  private final @Nullable String tierClaim;

  Principals(@Nullable String tierClaim) {
    this.tierClaim = tierClaim;
  }

  /** Adds the user of a request, if the principal is authenticated and has a name. */
  public void describe(@Nullable Principal principal, RequestContextBuilder to) {
    if (principal != null && !(SECURITY && Login.isNobody(principal))) {
      to.user(some(principal.getName()));
      if (tierClaim != null && JWT) {
        to.tier(some(Token.claim(principal, tierClaim)));
      }
    }
  }

  private static @Nullable String some(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  /** Loaded only if Spring Security is present. */
  private static final class Login {
    private Login() {}

    static boolean isNobody(Principal principal) {
      return principal instanceof AnonymousAuthenticationToken
          || (principal instanceof Authentication known && !known.isAuthenticated());
    }
  }

  /** Loaded only if Spring Security's support for tokens is present. */
  private static final class Token {
    private Token() {}

    static @Nullable String claim(Principal principal, String name) {
      return principal instanceof Authentication known && known.getPrincipal() instanceof Jwt jwt
          ? jwt.getClaimAsString(name)
          : null;
    }
  }
}
