package com.throttlex.server.access;

import static com.throttlex.server.access.Doors.Outcome.ADMITTED;
import static com.throttlex.server.access.Doors.Outcome.CLOSED;
import static com.throttlex.server.access.Doors.Outcome.FORBIDDEN;
import static com.throttlex.server.access.Doors.Outcome.LIMITED;
import static com.throttlex.server.access.Doors.Outcome.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.grpc.RemoteDecider;
import com.throttlex.grpc.ServiceSettings;
import com.throttlex.request.RequestContext;
import com.throttlex.server.RunningServer;
import com.throttlex.server.TestCertificate;
import com.throttlex.server.access.Doors.Door;
import com.throttlex.server.access.Doors.Outcome;
import com.throttlex.store.FailureMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every door of the data plane with every kind of credential, over the wire. */
@Timeout(300)
class AccessMatrixTest {
  private static final String GATEWAY = "gateway-token-0123456789";
  private static final String BATCH = "batch-token-9876543210";
  private static final String RULES = "version: 1\nrules: []\n";

  /** The number of wrong credentials that an address has in a minute. */
  private static final int ATTEMPTS = 10;

  @TempDir static Path shared;
  private static TestCertificate certificate;
  private static TestCertificate authority;
  private static TestCertificate client;
  private static TestCertificate foreign;
  private static TestCertificate expired;

  @TempDir Path folder;

  /** The encryption between clients and service. */
  private enum Talk {
    CLEAR,
    TLS,
    MUTUAL_TLS
  }

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificate = TestCertificate.make(shared, "service");
    authority = TestCertificate.make(shared, "authority", "-ext", "bc:c");
    client = authority.issue(shared, "client");
    expired = authority.issue(shared, "expired", "-startdate", "-2d", "-validity", "1");
    foreign = TestCertificate.make(shared, "foreign");
  }

  private RunningServer start(Talk talk, boolean tokens) throws Exception {
    StringBuilder settings = new StringBuilder("server:\n  port: 0\n");
    if (talk != Talk.CLEAR) {
      settings
          .append("  tls:\n    cert-file: ")
          .append(certificate.certFile())
          .append("\n    key-file: ")
          .append(certificate.keyFile())
          .append('\n');
    }
    if (talk == Talk.MUTUAL_TLS) {
      settings.append("    client-ca-file: ").append(authority.certFile()).append('\n');
    }
    if (tokens) {
      settings.append(
          "  access: {tokens: [{name: gateway, token: "
              + GATEWAY
              + "}, {name: batch, token: "
              + BATCH
              + "}]}\n");
    }
    settings.append(
        "admin: {tokens: [{name: vera, role: viewer, token: "
            + AccessLab.VIEWER
            + "}, {name: ed, role: editor, token: "
            + AccessLab.EDITOR
            + "}, {name: ada, role: admin, token: "
            + AccessLab.ADMIN
            + "}]}\n");
    return RunningServer.start(folder, RULES, settings.toString());
  }

  private static Doors doors(RunningServer server, Talk talk) throws Exception {
    return new Doors(
        server, talk == Talk.CLEAR ? null : certificate, talk == Talk.MUTUAL_TLS ? client : null);
  }

  private static Map<String, Outcome> call(Map<String, Door> doors, String token, String admin)
      throws Exception {
    Map<String, Outcome> outcomes = new TreeMap<>();
    for (Map.Entry<String, Door> door : doors.entrySet()) {
      outcomes.put(door.getKey(), door.getValue().call(token, admin));
    }
    return outcomes;
  }

  private static void assertAll(Map<String, Outcome> outcomes, Outcome expected) {
    Map<String, Outcome> others = new TreeMap<>(outcomes);
    others.values().removeIf(expected::equals);
    assertThat(others).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void door_withAccessTokens_admitsTheirHoldersOnly(Talk talk) throws Exception {
    try (RunningServer server = start(talk, true);
        Doors doors = doors(server, talk)) {
      assertAll(call(doors.callers(), null, null), REFUSED);
      assertAll(call(doors.callers(), null, AccessLab.ADMIN), REFUSED);
      assertAll(call(doors.callers(), GATEWAY, null), ADMITTED);
      assertAll(call(doors.callers(), BATCH, null), ADMITTED);
      assertAll(call(doors.health(), null, null), ADMITTED);

      long began = System.nanoTime();
      List<Outcome> wrong = new ArrayList<>();
      for (String token :
          Arrays.asList(
              GATEWAY + "x",
              GATEWAY.substring(1),
              GATEWAY.toUpperCase(Locale.ROOT),
              "gateway",
              AccessLab.ADMIN,
              "x".repeat(4000))) {
        wrong.addAll(call(doors.callers(), token, null).values());
      }
      long minutes = 1 + (System.nanoTime() - began) / 60_000_000_000L;
      assertThat(wrong).containsOnly(REFUSED, LIMITED).hasSizeGreaterThan(100);
      assertThat(Collections.frequency(wrong, REFUSED))
          .isBetween(ATTEMPTS, ATTEMPTS * (int) minutes);

      assertAll(call(doors.callers(), GATEWAY, null), ADMITTED);
      assertAll(call(doors.callers(), null, null), REFUSED);
      assertAll(call(doors.health(), null, null), ADMITTED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void door_withoutAccessTokens_admitsEverybodyWhoCanConnect(Talk talk) throws Exception {
    try (RunningServer server = start(talk, false);
        Doors doors = doors(server, talk)) {
      assertAll(call(doors.callers(), null, null), ADMITTED);
      assertAll(call(doors.callers(), "any-token-0123456789", null), ADMITTED);
      assertAll(call(doors.health(), null, null), ADMITTED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void change_takesAnEditorsCredentialWhateverTheAccess(Talk talk) throws Exception {
    for (boolean tokens : new boolean[] {false, true}) {
      String token = tokens ? GATEWAY : null;
      try (RunningServer server = start(talk, tokens);
          Doors doors = doors(server, talk)) {
        Map<String, Door> changes = doors.changes();
        assertAll(call(changes, token, null), REFUSED);
        assertAll(call(changes, token, GATEWAY), REFUSED);
        assertAll(call(changes, token, AccessLab.VIEWER), FORBIDDEN);
        assertAll(call(changes, token, AccessLab.EDITOR), ADMITTED);
        assertAll(call(changes, token, AccessLab.ADMIN), ADMITTED);
        if (tokens) {
          assertAll(call(changes, null, AccessLab.ADMIN), REFUSED);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "foreign", "expired"})
  void door_withClientAuthorities_closesToOtherCertificates(String shown) throws Exception {
    TestCertificate other =
        switch (shown) {
          case "foreign" -> foreign;
          case "expired" -> expired;
          default -> null;
        };
    try (RunningServer server = start(Talk.MUTUAL_TLS, false);
        Doors doors = new Doors(server, certificate, other)) {
      assertAll(call(doors.callers(), null, null), CLOSED);
      assertAll(call(doors.changes(), null, AccessLab.ADMIN), CLOSED);
      assertAll(call(doors.health(), null, null), CLOSED);
    }
  }

  @Test
  void clientAuthorities_thatAreNoCertificates_failTheStart() throws Exception {
    Path file = Files.writeString(folder.resolve("no.pem"), "nothing");
    String settings =
        "server: {tls: {cert-file: "
            + certificate.certFile()
            + ", key-file: "
            + certificate.keyFile()
            + ", client-ca-file: "
            + file
            + "}}\n";

    assertThatThrownBy(() -> RunningServer.start(folder, RULES, settings).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("server.tls.client-ca-file");
  }

  @Test
  void remoteDecider_ofAClosedService_needsItsTokenAndCertificate() throws Exception {
    try (RunningServer server = start(Talk.MUTUAL_TLS, true)) {
      ServiceSettings settings =
          ServiceSettings.tls("localhost:" + server.port())
              .withTrust(certificate.certFile())
              .withDeadline(Duration.ofSeconds(20))
              .withOnFailure(FailureMode.DENY);
      ServiceSettings known = settings.withCertificate(client.certFile(), client.keyFile());

      assertThat(isAdmitted(known.withAccessToken(GATEWAY))).isTrue();
      assertThat(isAdmitted(known.withAccessToken(GATEWAY + "x"))).isFalse();
      assertThat(isAdmitted(known)).isFalse();
      assertThat(isAdmitted(settings.withAccessToken(GATEWAY))).isFalse();
    }
  }

  private static boolean isAdmitted(ServiceSettings settings) throws Exception {
    try (RemoteDecider decider = RemoteDecider.open(settings, null)) {
      Decision decision =
          decider
              .checkAsync(RequestContext.ofUser("u"))
              .toCompletableFuture()
              .get(30, TimeUnit.SECONDS);
      assertThat(decision.degraded()).isNotEqualTo(decision.allowed());
      return decision.allowed();
    }
  }
}
