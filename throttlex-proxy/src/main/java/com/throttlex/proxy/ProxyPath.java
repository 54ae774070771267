package com.throttlex.proxy;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Paths;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path of a request in two spellings that mean the same: one for rules, one for the upstream.
 *
 * <p>The upstream gets the client's spelling without dot segments and empty segments, so that no
 * upstream resolves them in another way than the rules did. A segment that is empty or dots but has
 * parameters is rejected: servers disagree on it.
 *
 * @param normal the normal form, which rules and routes match
 * @param forwarded the path for the upstream
 * @param query the query with its question mark; empty if there is none
 */
public record ProxyPath(String normal, String forwarded, String query) {
  private static final Pattern ENCODED_DOT = Pattern.compile("%2[eE]");
  private static final Pattern VISIBLE = Pattern.compile("[!-\"$-~]*");

  /**
   * Reads a request target that begins with a slash.
   *
   * @throws InvalidRequestException if it is malformed or ambiguous
   */
  public static ProxyPath parse(String target) {
    if (!target.startsWith("/") || !VISIBLE.matcher(target).matches()) {
      throw refused(target, "a path that begins with / and has only visible ASCII, no #");
    }
    int end = target.indexOf('?');
    String path = end < 0 ? target : target.substring(0, end);
    String query = end < 0 ? "" : target.substring(end);
    String normal = Paths.normalize(path);
    return new ProxyPath(normal, normal.equals(path) ? path : cleaned(path), query);
  }

  /** Returns the target for an upstream whose base URL has that path. */
  public String target(String base, @Nullable String stripPrefix) {
    String rest = stripPrefix == null ? forwarded : stripped(stripPrefix);
    return base + rest + query;
  }

  /** Removes as many segments as the prefix has; the path begins with the prefix. */
  private String stripped(String prefix) {
    if (!normal.equals(prefix) && !normal.startsWith(prefix + "/")) {
      return forwarded;
    }
    int at = 0;
    for (int i = 0; i < prefix.length() && at >= 0; i++) {
      if (prefix.charAt(i) == '/') {
        at = forwarded.indexOf('/', at + 1);
      }
    }
    return at < 0 ? "/" : forwarded.substring(at);
  }

  private static String cleaned(String path) {
    List<String> kept = new ArrayList<>();
    String[] segments = path.substring(1).split("/", -1);
    for (String segment : segments) {
      String name = name(segment);
      boolean special = name.isEmpty() || name.equals(".") || name.equals("..");
      if (special && segment.indexOf(';') >= 0) {
        throw refused(path, "no parameters on an empty segment or on dots");
      } else if (name.equals("..")) {
        kept.remove(kept.size() - 1); // the normal form rejects .. above the root
      } else if (!special) {
        kept.add(segment);
      }
    }
    boolean folder = isSpecial(segments[segments.length - 1]) && !kept.isEmpty();
    return "/" + String.join("/", kept) + (folder ? "/" : "");
  }

  private static boolean isSpecial(String segment) {
    String name = name(segment);
    return name.isEmpty() || name.equals(".") || name.equals("..");
  }

  /** Returns a segment without parameters and with plain dots. */
  private static String name(String segment) {
    int end = segment.indexOf(';');
    String name = end < 0 ? segment : segment.substring(0, end);
    return ENCODED_DOT.matcher(name).replaceAll(".");
  }

  private static InvalidRequestException refused(String target, String expected) {
    return new InvalidRequestException(
        List.of("path: " + ShownText.quoted(target) + " (expected: " + expected + ")"));
  }
}
