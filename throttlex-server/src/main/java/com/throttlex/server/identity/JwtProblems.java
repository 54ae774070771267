package com.throttlex.server.identity;

import com.throttlex.request.ShownText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds wrong and contradictory values in {@link JwtSettings}. */
final class JwtProblems {
  private static final String KNOWN = "HS, RS, ES or PS with 256, 384 or 512";

  private final JwtSettings settings;
  private final List<SigningAlgorithm> algorithms;
  private final List<String> found = new ArrayList<>();

  JwtProblems(JwtSettings settings) {
    this.settings = settings;
    this.algorithms =
        settings.algorithms().stream()
            .map(SigningAlgorithm::named)
            .filter(Objects::nonNull)
            .toList();
  }

  List<String> found() {
    unknownAlgorithms();
    keySources();
    if (settings.secret() != null) {
      secret(settings.secret());
    }
    if (settings.publicKeyFile() != null) {
      publicKeyFile(settings.publicKeyFile());
    }
    if (settings.jwksUrl() != null) {
      jwksUrl(settings.jwksUrl());
    }
    notBlank("issuer", settings.issuer());
    notBlank("audience", settings.audience());
    notBlank("tier-claim", settings.tierClaim());
    notBlank("role-claim", settings.roleClaim());
    return List.copyOf(found);
  }

  private void unknownAlgorithms() {
    settings.algorithms().stream()
        .filter(name -> SigningAlgorithm.named(name) == null)
        .forEach(name -> add("algorithms", ShownText.quoted(name), KNOWN));
  }

  private void keySources() {
    boolean publicKeys = settings.publicKeyFile() != null || settings.jwksUrl() != null;
    if (settings.secret() == null && !publicKeys) {
      found.add("identity.jwt: no key (expected: one of secret, public-key-file, jwks-url)");
      return;
    }
    if (settings.secret() == null) {
      each(SigningAlgorithm::isSymmetric, "a secret, because it is symmetric");
    }
    if (!publicKeys) {
      each(a -> !a.isSymmetric(), "public-key-file or jwks-url, because it is asymmetric");
    }
  }

  private void each(Predicate<SigningAlgorithm> lacksKey, String expected) {
    algorithms.stream()
        .filter(lacksKey)
        .forEach(algorithm -> add("algorithms", algorithm.name(), expected));
  }

  private void secret(String secret) {
    if (algorithms.stream().noneMatch(SigningAlgorithm::isSymmetric)) {
      add("secret", "not used", "HS256, HS384 or HS512 among the algorithms");
    }
    int bytes = secret.getBytes(StandardCharsets.UTF_8).length;
    algorithms.stream()
        .filter(algorithm -> bytes < algorithm.minSecretBytes())
        .forEach(
            algorithm ->
                add(
                    "secret",
                    bytes + " bytes",
                    "at least " + algorithm.minSecretBytes() + " bytes for " + algorithm));
  }

  private void publicKeyFile(Path file) {
    needsPublicKeyAlgorithm("public-key-file");
    try {
      List<VerificationKey> keys = KeyFile.read(file);
      boolean used = keys.stream().anyMatch(key -> algorithms.stream().anyMatch(key::fits));
      if (!used && !algorithms.isEmpty()) {
        add("public-key-file", file.toString(), "a key for one of " + algorithms);
      }
    } catch (InvalidKeysException e) {
      add("public-key-file", file + ", " + e.getMessage(), e.expected());
    } catch (IOException e) {
      String reason = e.getClass().getSimpleName();
      add("public-key-file", file + ", " + reason, "a file that can be read");
    }
  }

  private void jwksUrl(URI url) {
    needsPublicKeyAlgorithm("jwks-url");
    String scheme = Objects.toString(url.getScheme(), "");
    boolean http = scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
    if (!http || url.getHost() == null) {
      add("jwks-url", JwtSettings.shown(url), "an absolute http or https URL");
    } else if (url.getRawUserInfo() != null) {
      add("jwks-url", JwtSettings.shown(url) + ", with credentials", "a URL without");
    }
  }

  private void needsPublicKeyAlgorithm(String key) {
    if (algorithms.stream().allMatch(SigningAlgorithm::isSymmetric) && !algorithms.isEmpty()) {
      add(key, "not used", "an RS, ES or PS algorithm among the algorithms");
    }
  }

  private void notBlank(String key, @Nullable String value) {
    if (value != null && value.isBlank()) {
      add(key, "blank", "some text, or no such key");
    }
  }

  private void add(String key, String value, String expected) {
    found.add(
        "identity.jwt." + key + ": " + ShownText.sentence(value) + " (expected: " + expected + ")");
  }
}
