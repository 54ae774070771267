package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the caller is read from token, API key and other headers. */
class TokenTest {
  private static final String SECRET =
      "a secret of sixty-four bytes, that is enough for each one!!!!!!!";
  private static final String JWT =
      "  jwt: {algorithms: [HS256], secret: '" + SECRET + "', tier-claim: plan";

  @TempDir static Path folder;
  private static RunningServer lenient;
  private static RunningServer strict;

  @BeforeAll
  static void start() throws IOException {
    lenient = server("lenient", "identity:\n  api-key-header: X-Key\n" + JWT + "}\n");
    strict = server("strict", "identity:\n" + JWT + ", required: true}\n");
  }

  private static RunningServer server(String name, String settings) throws IOException {
    return RunningServer.start(
        Files.createDirectory(folder.resolve(name)), DoorRules.TEXT, settings);
  }

  @AfterAll
  static void close() {
    lenient.close();
    strict.close();
  }

  private static String token(String secret, String user, String tier, long seconds) {
    try {
      JWTClaimsSet claims =
          new JWTClaimsSet.Builder()
              .subject(user)
              .claim("plan", tier)
              .expirationTime(Date.from(Instant.now().plusSeconds(seconds)))
              .build();
      SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
      jwt.sign(new MACSigner(secret.getBytes(StandardCharsets.UTF_8)));
      return "Bearer " + jwt.serialize();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private static String good(String user, String tier) {
    return token(SECRET, user, tier, 600);
  }

  private static String[] bearer(String token) {
    return new String[] {"Authorization", token};
  }

  private static final String TIERED = "{\"endpoint\":\"/tiered\"}";

  @Test
  void token_givesUserAndTier() {
    Reply pro = lenient.check(TIERED, bearer(good("t-pro", "pro")));
    assertThat(pro.json().getLong("limit")).isEqualTo(50);
    assertThat(pro.json().getLong("remaining")).isEqualTo(49);
    Reply free = lenient.check(TIERED, bearer(good("t-free", "free")));
    assertThat(free.json().getLong("limit")).isEqualTo(5);
    assertThat(lenient.remaining("t-free", "/tiered")).isEqualTo(4);
  }

  @Test
  void token_atAuthorize_givesUserAndTier() {
    String[] headers = {"X-Forwarded-Uri", "/tiered", "Authorization", good("t-auth", "pro")};
    Reply reply = lenient.get("/api/v1/authorize", headers);
    assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("50");
    assertThat(reply.header("X-RateLimit-Remaining")).isEqualTo("49");
  }

  @Test
  void token_thatIsInvalid_givesNoUser() {
    String wrongSecret = token(SECRET.replace('a', 'b'), "t-forged", "pro", 600);
    String expired = token(SECRET, "t-expired", "pro", -600);
    for (String token :
        new String[] {wrongSecret, expired, "Bearer x.y.z", "Bearer ", "Basic eDp5"}) {
      Reply reply = lenient.check(TIERED, bearer(token));
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().getValue("rule")).isNull();
    }
    assertThat(lenient.remaining("t-forged", "/tiered")).isEqualTo(5);
    assertThat(lenient.remaining("t-expired", "/tiered")).isEqualTo(5);
  }

  @Test
  void token_requiredButMissingOrExpired_isUnauthorized() {
    String[][] calls = {
      {"/api/v1/check", TIERED},
      {"/api/v1/check/batch", "[{}]"},
      {"/api/v1/authorize", ""}
    };
    for (String[] call : calls) {
      Reply without = strict.post(call[0], call[1]);
      BadRequestTest.assertProblem(without, 401);
      assertThat(without.header("WWW-Authenticate")).isEqualTo("Bearer");
      String[] expired = bearer(token(SECRET, "x", "pro", -600));
      BadRequestTest.assertProblem(strict.post(call[0], call[1], expired), 401);
      assertThat(strict.post(call[0], call[1], bearer(good("x", "pro"))).status()).isEqualTo(200);
    }
  }

  @Test
  void check_withoutTheRequiredToken_chargesNothing() {
    String body = "{\"user\":\"t-none\",\"endpoint\":\"/tiered\"";
    strict.check(body + "}");
    Reply peek = strict.check(body + ",\"cost\":0}", bearer(good("other", "free")));
    assertThat(peek.json().getLong("remaining")).isEqualTo(5);
  }

  @Test
  void apiKey_comesFromTheConfiguredHeader() {
    String body = "{\"endpoint\":\"/api-key\"}";
    assertThat(lenient.check(body, "X-Key", "k").json().getLong("remaining")).isEqualTo(4);
    assertThat(lenient.check(body, "x-key", "k").json().getLong("remaining")).isEqualTo(3);
    assertThat(lenient.check(body, "X-API-Key", "k").json().getValue("rule")).isNull();
    String[] usual = {"X-API-Key", "k", "Authorization", good("someone", "free")};
    assertThat(strict.check(body, usual).json().getLong("remaining")).isEqualTo(4);
    String named = "{\"endpoint\":\"/api-key\",\"apiKey\":\"other\"}";
    assertThat(lenient.check(named, "X-Key", "k").json().getLong("remaining")).isEqualTo(4);
  }

  @Test
  void rule_countsByAHeader() {
    String body = "{\"endpoint\":\"/tenant\"}";
    assertThat(lenient.check(body, "X-Tenant", "a").json().getLong("remaining")).isEqualTo(4);
    assertThat(lenient.check(body, "x-tenant", "a").json().getLong("remaining")).isEqualTo(3);
    assertThat(lenient.check(body, "X-Tenant", "b").json().getLong("remaining")).isEqualTo(4);
    assertThat(lenient.check(body).json().getValue("rule")).isNull();
  }

  @Test
  void request_withoutAValidToken_isUnauthorizedWhateverItsBody() {
    for (String body : new String[] {"", "{", "not JSON", "{\"cost\":-1}", "x".repeat(100_000)}) {
      BadRequestTest.assertProblem(strict.check(body), 401);
      BadRequestTest.assertProblem(strict.post("/api/v1/check/batch", body), 401);
    }
    BadRequestTest.assertProblem(strict.get("/api/v1/authorize?deny-status=9"), 401);
    BadRequestTest.assertProblem(strict.check("{", bearer(good("x", "pro"))), 400);
  }
}
