package com.throttlex.server.identity;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an administrator may do, least first. */
public enum Role {
  VIEWER,
  EDITOR,
  ADMIN;

  /** The role of exactly this name, in lower case, or null. */
  public static @Nullable Role named(@Nullable String name) {
    return Arrays.stream(values()).filter(r -> r.toString().equals(name)).findFirst().orElse(null);
  }

  /** Whether this role may do all that the other may. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /** The name as in configuration and claims. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
