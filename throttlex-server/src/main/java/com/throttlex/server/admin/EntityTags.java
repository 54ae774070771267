package com.throttlex.server.admin;

import com.throttlex.server.rules.ManagedRule;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The conditions of a call on the version of a rule (RFC 9110, section 13). */
final class EntityTags {
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
    if (!contains(wanted, current.etag(), false)) {
      String detail = "If-Match: another version (expected: " + current.etag() + ")";
      throw new ProblemException(412, detail, List.of(), Map.of("ETag", current.etag()));
    }
    return current.version();
  }

  /** Returns whether the client already has this version of the rule. */
  static boolean known(AdminCall call, ManagedRule rule) {
    String had = call.header("If-None-Match");
    return had != null && (had.strip().equals("*") || contains(had, rule.etag(), true));
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
