package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminTokensTest {
  private static final AdminToken OPS = new AdminToken("ops", Role.ADMIN, "ops-token-0123456789");
  private static final AdminToken EYE = new AdminToken("eye", Role.VIEWER, "eye-token-0123456789");
  private static final AdminTokens TOKENS = new AdminTokens(List.of(OPS, EYE), null);

  private static Optional<Admin> admin(AdminTokens tokens, String presented) {
    Admin named = tokens.named(presented);
    return Optional.ofNullable(named == null ? tokens.byJwt(presented) : named);
  }

  @Test
  void authenticate_withAKnownToken_givesItsAdmin() {
    assertThat(admin(TOKENS, OPS.token())).contains(new Admin("ops", Role.ADMIN));
    assertThat(admin(TOKENS, EYE.token())).contains(new Admin("eye", Role.VIEWER));
  }

  @Test
  void authenticate_withAnyOtherText_givesNobody() {
    String token = OPS.token();
    for (int end = 0; end < token.length(); end++) {
      assertThat(admin(TOKENS, token.substring(0, end))).isEmpty();
    }
    for (String other :
        List.of(token + "0", token + " ", " " + token, token.toUpperCase(Locale.ROOT), "ops")) {
      assertThat(admin(TOKENS, other)).as(other).isEmpty();
    }
    assertThat(admin(TOKENS, "x".repeat(1_000_000))).isEmpty();
  }

  @Test
  void authenticate_withoutConfiguredTokens_givesNobody() {
    AdminTokens none = new AdminTokens(List.of(), null);
    assertThat(admin(none, "")).isEmpty();
    assertThat(admin(none, "admin")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"viewer", "editor", "admin"})
  void authenticate_withAJwtWithARole_givesItsSubject(String role) throws IOException {
    try (JwtVerifier jwt = jwt()) {
      String token = Issuer.withPayload(Issuer.payload(",\"role\":\"" + role + "\""));
      assertThat(admin(new AdminTokens(List.of(OPS), jwt), token))
          .contains(new Admin("alice", Role.named(role)));
      assertThat(admin(TOKENS, token)).as("without a verifier").isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"role\":\"Admin\"",
        ",\"role\":\"ADMIN\"",
        ",\"role\":\"admin \"",
        ",\"role\":\"superuser\"",
        ",\"role\":[\"admin\"]",
        ",\"role\":true",
        ",\"roles\":\"admin\"",
        ",\"role\":null"
      })
  void authenticate_withAJwtWithoutAValidRole_givesNobody(String role) throws IOException {
    try (JwtVerifier jwt = jwt()) {
      String token = Issuer.withPayload(Issuer.payload(role));
      assertThat(jwt.verify(token)).isNotNull();
      assertThat(admin(new AdminTokens(List.of(OPS), jwt), token)).isEmpty();
    }
  }

  @Test
  void authenticate_withAForgedJwt_givesNobody() throws IOException {
    try (JwtVerifier jwt = jwt()) {
      String token =
          Issuer.sign(
              Issuer.signer(new byte[32]),
              "HS256",
              Issuer.header("HS256", ""),
              Issuer.payload(",\"role\":\"admin\""));
      assertThat(admin(new AdminTokens(List.of(), jwt), token)).isEmpty();
    }
  }

  private static JwtVerifier jwt() throws IOException {
    return JwtVerifier.open(Issuer.withSecret(), () -> Issuer.NOW_MILLIS);
  }

  @Test
  void role_includesItselfAndTheLowerOnes() {
    assertThat(Role.ADMIN.includes(Role.EDITOR)).isTrue();
    assertThat(Role.EDITOR.includes(Role.EDITOR)).isTrue();
    assertThat(Role.EDITOR.includes(Role.VIEWER)).isTrue();
    assertThat(Role.VIEWER.includes(Role.EDITOR)).isFalse();
    assertThat(Role.EDITOR.includes(Role.ADMIN)).isFalse();
    assertThat(Role.named("editor")).isEqualTo(Role.EDITOR);
    assertThat(Role.named("Editor")).isNull();
    assertThat(Role.named(null)).isNull();
  }

  @Test
  void problems_areAllReportedWithoutTheTokens() {
    List<AdminToken> tokens =
        List.of(
            new AdminToken("a", Role.ADMIN, "swordfish"),
            new AdminToken("a", Role.ADMIN, "sword fish sword fish"),
            new AdminToken(" ", Role.ADMIN, OPS.token()),
            OPS);
    assertThat(AdminTokens.problems(tokens))
        .containsExactly(
            "admin.tokens[0].token: 9 characters (expected: at least 16 characters)",
            "admin.tokens[1].name: \"a\" (expected: a name that no other token has)",
            "admin.tokens[1].token: a character that no header carries"
                + " (expected: visible ASCII characters)",
            "admin.tokens[2].name: blank (expected: a name)",
            "admin.tokens[3].token: used twice (expected: a token of its own for each name)");
    assertThat(AdminTokens.problems(List.of(OPS, EYE))).isEmpty();
  }

  @Test
  void adminToken_asText_doesNotShowTheToken() {
    assertThat(OPS.toString()).contains("ops").doesNotContain(OPS.token());
  }
}
