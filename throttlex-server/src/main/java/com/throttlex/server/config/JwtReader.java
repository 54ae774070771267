package com.throttlex.server.config;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the settings of bearer tokens: each value by itself, not whether they fit together. */
final class JwtReader {
  private static final List<SettingKey> ALL =
      Stream.of(SettingKey.values()).filter(key -> key.path().startsWith("identity.jwt.")).toList();
  private static final Pattern SECRET = Pattern.compile("(?s).{1,8192}");

  private JwtReader() {}

  /** Returns the settings of tokens, or null if there are none. */
  static Settings.@Nullable Jwt read(SettingSources sources) {
    boolean said = ALL.stream().anyMatch(key -> sources.find(key) != null);
    return !said
        ? null
        : new Settings.Jwt(
            sources.read(SettingKey.JWT_ALGORITHMS, JwtReader::algorithms, List.of()),
            sources.read(SettingKey.JWT_SECRET, given -> given.secret("a text", SECRET)),
            sources.read(SettingKey.JWT_PUBLIC_KEY_FILE, Given::file),
            sources.read(SettingKey.JWT_JWKS_URL, Given::url),
            sources.read(SettingKey.JWT_ISSUER, JwtReader::text),
            sources.read(SettingKey.JWT_AUDIENCE, JwtReader::text),
            sources.read(SettingKey.JWT_TIER_CLAIM, JwtReader::text),
            sources.read(SettingKey.JWT_ROLE_CLAIM, JwtReader::text),
            sources.read(SettingKey.JWT_REQUIRED, Given::flag, false));
  }

  private static @Nullable String text(Given given) {
    return given.value().text("a text");
  }

  private static List<String> algorithms(Given given) {
    return List.copyOf(
        given
            .value()
            .someDistinct(
                item -> item.text("an algorithm such as HS256"), "at least one algorithm"));
  }
}
