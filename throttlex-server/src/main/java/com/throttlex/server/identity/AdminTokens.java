package com.throttlex.server.identity;

import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The credentials of the admin plane: named tokens of the configuration, and JWTs with a role. */
public final class AdminTokens {
  static final int MIN_LENGTH = 16;
  static final int MAX_LENGTH = JwtVerifier.MAX_LENGTH;

  private final Secrets<Admin> named;
  private final @Nullable JwtVerifier jwt;

  /**
   * Creates the credentials from a list without problems.
   *
   * @param jwt if given, also accepts its tokens whose role claim is exactly a role
   */
  public AdminTokens(List<AdminToken> tokens, @Nullable JwtVerifier jwt) {
    named = Secrets.of(tokens, AdminToken::token, token -> new Admin(token.name(), token.role()));
    this.jwt = jwt;
  }

  /** Returns all problems of a list of tokens, without the tokens. */
  public static List<String> problems(List<AdminToken> tokens) {
    List<String> found = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < tokens.size(); i++) {
      AdminToken token = tokens.get(i);
      String at = "admin.tokens[" + i + "].";
      if (token.name().isBlank()) {
        found.add(at + "name: blank (expected: a name)");
      } else if (!names.add(token.name())) {
        String name = ShownText.quoted(token.name());
        found.add(at + "name: " + name + " (expected: a name that no other token has)");
      }
      String flaw = flaw(token.token());
      if (flaw != null) {
        found.add(at + "token: " + flaw);
      } else if (!secrets.add(token.token())) {
        found.add(at + "token: used twice (expected: a token of its own for each name)");
      }
    }
    return found;
  }

  /** Returns the problem of a token, or null. */
  static @Nullable String flaw(String token) {
    if (token.length() < MIN_LENGTH) {
      return token.length() + " characters (expected: at least " + MIN_LENGTH + " characters)";
    }
    if (token.length() > MAX_LENGTH) {
      return token.length() + " characters (expected: at most " + MAX_LENGTH + " characters)";
    }
    return BearerToken.isToken(token)
        ? null
        : "a character that no header carries (expected: visible ASCII characters)";
  }

  /** Returns the administrator with this token of the configuration, or null. */
  public @Nullable Admin named(String presented) {
    return presented.length() > MAX_LENGTH ? null : named.owner(presented);
  }

  /** Returns the administrator that a valid JWT names, or null. */
  public @Nullable Admin byJwt(String presented) {
    Identity identity = jwt == null ? null : jwt.verify(presented);
    Role role = identity == null ? null : Role.named(identity.role());
    return identity == null || role == null ? null : new Admin(identity.user(), role);
  }
}
