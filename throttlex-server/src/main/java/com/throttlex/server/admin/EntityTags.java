package com.throttlex.server.admin;

import com.throttlex.server.rules.ManagedRule;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The conditions of a call on the version of a rule or book (RFC 9110, section 13). */
public final class EntityTags {
  private static final Pattern TAG = Pattern.compile("(W/)?(\"[^\"]*\")");

  private EntityTags() {}

  /**
   * Returns the version that a change must find, or null for any.
   *
   * @param current null when there is no such rule now
   * @throws ProblemException with 412 when the rule is another than {@code If-Match} asks for
   */
  static @Nullable Long required(AdminCall call, @Nullable ManagedRule current) {
    String wanted = call.header("If-Match");
    if (wanted == null || (wanted.strip().equals("*") && current != null)) {
      return null;
    }
    if (current == null) {
      throw new ProblemException(412, "If-Match: " + call.variable("id") + " does not exist");
    }
    require(call, current.etag());
    return current.version();
  }

  /** Throws a 412 if {@code If-Match} asks for another entity tag. */
  static void require(AdminCall call, String etag) {
    String wanted = call.header("If-Match");
    if (wanted != null && !wanted.strip().equals("*") && !contains(wanted, etag, false)) {
      String detail = "If-Match: another version (expected: " + etag + ")";
      throw new ProblemException(412, detail, List.of(), Map.of("ETag", etag));
    }
  }

  /** Returns whether the client already has the version with this entity tag. */
  static boolean known(AdminCall call, String etag) {
    return known(call.header("If-None-Match"), etag);
  }

  /**
   * Returns whether a client already has the version with this entity tag.
   *
   * @param had the header {@code If-None-Match}, or null
   */
  public static boolean known(@Nullable String had, String etag) {
    return had != null && (had.strip().equals("*") || contains(had, etag, true));
  }

  private static boolean contains(String list, String etag, boolean weakToo) {
    Matcher tags = TAG.matcher(list);
    boolean found = false;
    while (tags.find()) {
      found |= tags.group(2).equals(etag) && (weakToo || tags.group(1) == null);
    }
    return found;
  }
}
