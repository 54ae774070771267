package com.throttlex.server.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.io.IOException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys are fetched from the issuer in the background, and seldom. */
class JwksTest {
  private static final String OLD = set("old", Issuer.RSA);
  private static final String NEW = set("new", Issuer.OTHER_RSA);

  private final AtomicLong clock = new AtomicLong(Issuer.NOW_MILLIS);
  private IssuerServer issuer;

  @BeforeEach
  void start() throws IOException {
    issuer = new IssuerServer(OLD);
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  @ParameterizedTest
  @CsvSource({"RS256", "PS256", "ES256", "ES384", "ES512"})
  void token_signedWithAPublishedKey_isAccepted(String algorithm) throws IOException {
    issuer.publish(set("k", Issuer.keysFor(algorithm)));
    try (JwtVerifier verifier = openAndFetch(algorithm)) {
      assertThat(verifier.verify(Issuer.good(algorithm))).isNotNull();
      assertThat(verifier.verify(token("k", Issuer.keysFor(algorithm), algorithm))).isNotNull();
      assertThat(verifier.verify(token("j", Issuer.keysFor(algorithm), algorithm))).isNull();
    }
  }

  @Test
  void token_beforeTheFirstFetch_isRefusedWithoutWaiting() throws IOException {
    CountDownLatch held = new CountDownLatch(1);
    holdUntil(held);
    try (JwtVerifier verifier = open("RS256")) {
      assertThat(verifier.verify(Issuer.good("RS256"))).isNull();
      assertThat(verifier.refreshed()).isNotDone();
      held.countDown();
      verifier.refreshed().join();
      assertThat(verifier.verify(Issuer.good("RS256"))).isNotNull();
    }
  }

  @Test
  void unknownKeys_inAFlood_causeOneFetch() throws IOException {
    try (JwtVerifier verifier = openAndFetch("RS256")) {
      flood(verifier);
      assertThat(issuer.hits()).as("within the floor").isEqualTo(1);
      clock.addAndGet(Jwks.FLOOR_MILLIS);
      flood(verifier);
      assertThat(issuer.hits()).as("after it").isEqualTo(2);
      assertThat(verifier.verify(token("old", Issuer.RSA, "RS256"))).isNotNull();
    }
  }

  /** Sends 10,000 tokens with unknown keys, from four threads. */
  private static void flood(JwtVerifier verifier) {
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int first = t * 2500;
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = first; i < first + 2500; i++) {
                  assertThat(verifier.verify(forged("kid-" + i))).isNull();
                }
              }));
    }
    threads.forEach(CompletableFuture::join);
    verifier.refreshed().join();
  }

  private static String forged(String kid) {
    return Base64URL.encode(Issuer.header("RS256", ",\"kid\":\"" + kid + "\""))
        + "."
        + Base64URL.encode(Issuer.payload(""))
        + "."
        + Base64URL.encode(new byte[256]);
  }

  @Test
  void keyRotation_fetchesTheNewKeyAndForgetsTheOldOne() throws IOException {
    try (JwtVerifier verifier = openAndFetch("RS256")) {
      String before = token("old", Issuer.RSA, "RS256");
      String after = token("new", Issuer.OTHER_RSA, "RS256");
      assertThat(verifier.verify(before)).isNotNull();
      issuer.publish(NEW);
      clock.addAndGet(Jwks.FLOOR_MILLIS);
      assertThat(verifier.verify(after)).isNull();
      verifier.refreshed().join();
      assertThat(verifier.verify(after)).isNotNull();
      assertThat(verifier.verify(before)).as("though it was verified a moment ago").isNull();
    }
  }

  @Test
  void keys_afterTenMinutes_areFetchedAgain() throws IOException {
    try (JwtVerifier verifier = openAndFetch("RS256")) {
      String token = token("old", Issuer.RSA, "RS256");
      clock.addAndGet(Jwks.REFRESH_MILLIS - 1);
      assertThat(verifier.verify(token)).isNotNull();
      verifier.refreshed().join();
      assertThat(issuer.hits()).isEqualTo(1);
      issuer.publish(NEW);
      clock.incrementAndGet();
      verifier.verify(token);
      verifier.refreshed().join();
      assertThat(issuer.hits()).isEqualTo(2);
      assertThat(verifier.verify(token)).isNull();
    }
  }

  @Test
  void keys_afterTheClockIsSetBack_areFetchedAgain() throws IOException {
    try (JwtVerifier verifier = openAndFetch("RS256")) {
      clock.addAndGet(-Jwks.REFRESH_MILLIS);
      verifier.verify(token("old", Issuer.RSA, "RS256"));
      verifier.refreshed().join();
      assertThat(issuer.hits()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "null", "{\"keys\":7}", "{\"keys\":[{\"kty\":\"RSA\"}]}", "<html>"})
  void fetch_ofNoKeySet_keepsTheOldKeys(String text) throws IOException {
    assertOldKeysStay(() -> issuer.publish(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 500, 503})
  void fetch_withAnErrorStatus_keepsTheOldKeys(int status) throws IOException {
    assertOldKeysStay(() -> issuer.answer(status, NEW));
  }

  @Test
  void fetch_fromAnUnreachableIssuer_keepsTheOldKeys() throws IOException {
    assertOldKeysStay(issuer::close);
  }

  @Test
  void fetch_ofATooLongAnswer_keepsTheOldKeys() throws IOException {
    String fill = " ".repeat(Jwks.MAX_BYTES);
    assertOldKeysStay(() -> issuer.publish(fill + NEW));
  }

  @Test
  void fetch_ofAnEndlessAnswer_isGivenUp() throws IOException {
    CountDownLatch held = new CountDownLatch(1);
    assertOldKeysStay(
        () ->
            issuer.answer(
                exchange -> {
                  exchange.sendResponseHeaders(200, 0);
                  exchange.getResponseBody().write(NEW.substring(0, 20).getBytes(UTF_8));
                  exchange.getResponseBody().flush();
                  await(held);
                }));
    held.countDown();
  }

  @Test
  void fetch_answeredByARedirect_doesNotFollowIt() throws IOException {
    try (IssuerServer other = new IssuerServer(NEW)) {
      assertOldKeysStay(
          () ->
              issuer.answer(
                  exchange -> {
                    exchange.getResponseHeaders().set("Location", other.url().toString());
                    exchange.sendResponseHeaders(302, -1);
                  }));
      assertThat(other.hits()).isZero();
    }
  }

  /** Checks that the key of the first fetch stays valid, whatever happens at the second one. */
  private void assertOldKeysStay(Runnable change) throws IOException {
    try (JwtVerifier verifier = openAndFetch("RS256")) {
      change.run();
      clock.addAndGet(Jwks.REFRESH_MILLIS);
      assertThat(verifier.verify(token("old", Issuer.RSA, "RS256"))).isNotNull();
      verifier.refreshed().join();
      assertThat(verifier.verify(Issuer.good("RS256"))).as("not cached").isNotNull();
      assertThat(verifier.verify(token("new", Issuer.OTHER_RSA, "RS256"))).isNull();
    }
  }

  @Test
  void keys_forOtherUses_areLeftOut() throws IOException {
    String rsa = Issuer.jwk(Issuer.RSA.getPublic(), "k").toJSONString();
    for (String more :
        List.of("\"use\":\"enc\"", "\"key_ops\":[\"encrypt\"]", "\"alg\":\"PS256\"")) {
      String key = rsa.substring(0, rsa.length() - 1) + "," + more + "}";
      issuer.publish("{\"keys\":[" + key + "]}");
      try (JwtVerifier verifier = openAndFetch("RS256")) {
        assertThat(verifier.verify(token("k", Issuer.RSA, "RS256"))).as(more).isNull();
      }
    }
  }

  @Test
  void symmetricKey_thatIsPublished_isLeftOut() throws IOException {
    String published = "another secret that anybody can read";
    issuer.publish(
        "{\"keys\":[{\"kty\":\"oct\",\"kid\":\"s\",\"k\":\""
            + Base64URL.encode(published)
            + "\"}]}");
    JwtSettings settings = Issuer.settings(Issuer.SECRET, null, issuer.url(), "HS256", "RS256");
    try (JwtVerifier verifier = JwtVerifier.open(settings, clock::get)) {
      verifier.refreshed().join();
      JWSSigner forger = Issuer.signer(published.getBytes(UTF_8));
      assertThat(verifier.verify(Issuer.withHeader(forger, "HS256", ",\"kid\":\"s\""))).isNull();
      assertThat(verifier.verify(Issuer.good("HS256"))).isNotNull();
    }
  }

  @Test
  void weakKey_thatIsPublished_isLeftOut() throws IOException {
    KeyPair weak = Issuer.rsa(1024);
    issuer.publish(set("weak", weak));
    try (JwtVerifier verifier = openAndFetch("RS256")) {
      String token =
          Issuer.withHeader(
              new RSASSASigner(weak.getPrivate(), Set.of(AllowWeakRSAKey.getInstance())),
              "RS256",
              "");
      assertThat(verifier.verify(token)).isNull();
    }
  }

  @Test
  void verifier_afterClose_fetchesNoMore() throws IOException {
    JwtVerifier verifier = openAndFetch("RS256");
    verifier.close();
    clock.addAndGet(Jwks.REFRESH_MILLIS);
    assertThat(verifier.verify(token("old", Issuer.RSA, "RS256"))).isNotNull();
    verifier.refreshed().join();
    assertThat(issuer.hits()).isEqualTo(1);
  }

  private JwtVerifier openAndFetch(String... algorithms) throws IOException {
    JwtVerifier verifier = open(algorithms);
    verifier.refreshed().join();
    return verifier;
  }

  private JwtVerifier open(String... algorithms) throws IOException {
    return JwtVerifier.open(Issuer.withJwks(issuer.url(), algorithms), clock::get);
  }

  private void holdUntil(CountDownLatch released) {
    issuer.answer(
        exchange -> {
          await(released);
          byte[] bytes = OLD.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String set(String kid, KeyPair keys) {
    return Issuer.jwks(Issuer.jwk(keys.getPublic(), kid));
  }

  private static String token(String kid, KeyPair keys, String algorithm) {
    return Issuer.withHeader(Issuer.signer(keys), algorithm, ",\"kid\":\"" + kid + "\"");
  }
}
