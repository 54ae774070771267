package com.throttlex.server.identity;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The role of an administrator, least first. */
public enum Role {
  VIEWER,
  EDITOR,
  ADMIN;

  /** Returns the role of exactly this name, in lower case, or null. */
  public static @Nullable Role named(@Nullable String name) {
    return Arrays.stream(values()).filter(r -> r.toString().equals(name)).findFirst().orElse(null);
  }

  /** Returns whether this role may do everything that the other may. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /** Returns the name as in configuration and claims. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
