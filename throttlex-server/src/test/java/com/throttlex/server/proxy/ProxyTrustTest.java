package com.throttlex.server.proxy;

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
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxy behind a trusted proxy, and the identity of its clients. */
class ProxyTrustTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: by-ip, match: {endpoint: /ip}, key: [ip], limits: 1/1h}
        - {id: by-user, match: {endpoint: /user}, key: [user], limits: 1/1h}
        - {id: by-key, match: {endpoint: /key}, key: [api-key], limits: 1/1h}
        - {id: by-tenant, match: {endpoint: /tenant}, key: ["header:X-Tenant"], limits: 1/1h}
      """;

  private static final String SECRET =
      "a secret of sixty-four bytes, that is enough for each one!!!!!!!";

  @TempDir static Path folder;
  private static JdkUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = JdkUpstream.saying("hello");
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            "    - {id: app, upstreams: [%s]}\nidentity: {trusted-proxies: [127.0.0.0/8], api-key-header: Client-Key, jwt: {algorithms: [HS256], secret: '%s'}}\n"
                .formatted(upstream.url(), SECRET));
  }

  @AfterAll
  static void stop() {
    server.close();
    upstream.close();
  }

  private static Reply get(String path, String... headers) {
    return server.send(RunningServer.request(server.proxyPort(), path, headers));
  }

  @Test
  void forwardingHeaders_ofATrustedProxy_areContinued() {
    get(
        "/a",
        "X-Forwarded-For",
        "203.0.113.9",
        "Forwarded",
        "for=203.0.113.9",
        "X-Forwarded-Proto",
        "https",
        "X-Forwarded-Host",
        "shop.example",
        "X-Original-URL",
        "/before");

    JdkUpstream.Seen seen = upstream.last();
    assertThat(seen.header("X-forwarded-for")).isEqualTo("203.0.113.9, 127.0.0.1");
    assertThat(seen.header("Forwarded")).startsWith("for=203.0.113.9, for=127.0.0.1;host=");
    assertThat(seen.header("X-forwarded-proto")).isEqualTo("https");
    assertThat(seen.header("X-forwarded-host")).isEqualTo("shop.example");
    assertThat(seen.header("X-original-url")).isEqualTo("/before");
  }

  @Test
  void clients_behindATrustedProxy_areLimitedEachByItsAddress() {
    assertThat(get("/ip", "X-Forwarded-For", "203.0.113.1").status()).isEqualTo(200);
    assertThat(get("/ip", "X-Forwarded-For", "203.0.113.1").status()).isEqualTo(429);
    assertThat(get("/ip", "X-Forwarded-For", "203.0.113.2").status()).isEqualTo(200);
  }

  @Test
  void clients_withKeysOrHeaders_areLimitedByThem() {
    assertThat(get("/key", "Client-Key", "a").status()).isEqualTo(200);
    assertThat(get("/key", "Client-Key", "a").status()).isEqualTo(429);
    assertThat(get("/key", "Client-Key", "b").status()).isEqualTo(200);
    assertThat(upstream.last().header("Client-key")).isEqualTo("b");
    assertThat(get("/tenant", "X-Tenant", "a").status()).isEqualTo(200);
    assertThat(get("/tenant", "X-Tenant", "a").status()).isEqualTo(429);
  }

  private static String token(String user) throws JOSEException {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .subject(user)
            .expirationTime(Date.from(Instant.now().plusSeconds(600)))
            .build();
    SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    jwt.sign(new MACSigner(SECRET));
    return jwt.serialize();
  }

  @Test
  void clients_withTokens_areLimitedByTheirUsers() throws JOSEException {
    assertThat(get("/user", "Authorization", "Bearer " + token("a")).status()).isEqualTo(200);
    assertThat(get("/user", "Authorization", "Bearer " + token("a")).status()).isEqualTo(429);
    assertThat(get("/user", "Authorization", "bearer " + token("b")).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer  %s", "Bearer\t%s", "bearer %s x"})
  void token_thatOnlyALenientServerReads_isAmbiguous(String form) throws JOSEException {
    int before = upstream.seen().size();

    assertThat(get("/user", "Authorization", form.formatted(token("c"))).status()).isEqualTo(400);
    assertThat(upstream.seen()).hasSize(before);
  }

  @Test
  void headerThatCounts_repeated_isAmbiguous() {
    assertThat(get("/tenant", "X-Tenant", "c", "X-Tenant", "d").status()).isEqualTo(400);
  }

  @Test
  void headerThatCounts_withAnUnderscore_isAmbiguous() {
    Reply reply = get("/other", "X-Tenant", "e", "X_Tenant", "f");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().getString("detail"))
        .containsIgnoringCase("x_tenant: another spelling of a header (expected: x-tenant)");
    assertThat(get("/other", "x_TENANT", "f").status()).isEqualTo(400);
    assertThat(get("/other", "Client-Key", "e", "Client_Key", "f").status()).isEqualTo(400);
    assertThat(get("/other", "X_Other", "f").status()).isEqualTo(200);
  }
}
