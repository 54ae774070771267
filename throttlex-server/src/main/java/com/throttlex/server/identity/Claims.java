package com.throttlex.server.identity;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The content of a token with a valid signature. */
record Claims(Map<String, Object> json) {
  /** The tolerance for the issuer's clock. */
  static final long LEEWAY_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private static final int MAX_LENGTH = 256;

  /** The end of the year 9999; a later time is in another unit, or an attempt at an overflow. */
  private static final double LAST_SECOND = 253_402_300_799d;

  private static final long MISSING = -1;

  /**
   * Returns the identity in the token, or null if the token is not valid: expired, or of another
   * issuer or audience.
   */
  @Nullable Identity identity(JwtSettings settings, long nowMillis) {
    String user = text("sub");
    boolean valid =
        isTimely(nowMillis)
            && (settings.issuer() == null || settings.issuer().equals(json.get("iss")))
            && (settings.audience() == null || isFor(settings.audience()));
    if (user == null || user.isBlank() || !valid) {
      return null;
    }
    String tier = settings.tierClaim() == null ? null : text(settings.tierClaim());
    return new Identity(user, tier, text(settings.roleClaim()), text("iss"));
  }

  private boolean isTimely(long nowMillis) {
    long from = json.containsKey("nbf") ? timeMillis("nbf") : 0;
    return from != MISSING
        && from <= nowMillis + LEEWAY_MILLIS
        && expiresAtMillis() != MISSING
        && nowMillis < expiresAtMillis() + LEEWAY_MILLIS;
  }

  long expiresAtMillis() {
    return timeMillis("exp");
  }

  /** Returns a time in Unix seconds, fractions allowed, as milliseconds; else MISSING. */
  private long timeMillis(String name) {
    double seconds = json.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    return seconds >= 0 && seconds <= LAST_SECOND ? (long) (seconds * 1000) : MISSING;
  }

  private boolean isFor(String audience) {
    Object named = json.get("aud");
    return named instanceof List<?> list
        ? list.contains(audience) && list.stream().allMatch(String.class::isInstance)
        : audience.equals(named);
  }

  /** Returns a claim that is a text and can be part of a request, or null. */
  private @Nullable String text(String name) {
    return json.get(name) instanceof String text && isSane(text) ? text : null;
  }

  private static boolean isSane(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_LENGTH
        && text.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }
}
