package com.throttlex.server;

import com.throttlex.server.config.Settings;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.identity.AdminTokenFile;
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.identity.JwtSettings;
import com.throttlex.server.identity.JwtVerifier;
import com.throttlex.server.identity.Role;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of users and of administrators.
 *
 * @param tokens reads bearer tokens of users, or null if none are configured
 * @param admins the administrators
 * @param generated the token that was generated because the configuration has none, or null
 */
record Credentials(
    @Nullable JwtVerifier tokens, AdminTokens admins, @Nullable AdminTokenFile generated) {

  static Credentials of(Settings settings) throws IOException {
    Settings.Jwt jwt = settings.identity().jwt();
    JwtVerifier tokens = jwt == null ? null : verifier(jwt);
    List<AdminToken> configured = settings.admin().tokens();
    AdminTokenFile generated =
        configured.isEmpty()
            ? AdminTokenFile.readOrCreate(settings.dataDir(), new SecureRandom())
            : null;
    List<AdminToken> all =
        generated == null
            ? configured
            : List.of(new AdminToken("admin", Role.ADMIN, generated.token()));
    boolean adminJwt = jwt != null && jwt.roleClaim() != null;
    return new Credentials(tokens, new AdminTokens(all, adminJwt ? tokens : null), generated);
  }

  private static JwtVerifier verifier(Settings.Jwt jwt) throws IOException {
    JwtSettings settings =
        new JwtSettings(
            Set.copyOf(jwt.algorithms()),
            jwt.secret(),
            jwt.publicKeyFile(),
            jwt.jwksUrl(),
            jwt.issuer(),
            jwt.audience(),
            jwt.tierClaim(),
            jwt.roleClaim(),
            jwt.required());
    return JwtVerifier.open(settings, System::currentTimeMillis);
  }
}
