package com.throttlex.server.admin;

import com.throttlex.server.identity.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the route table.
 *
 * @param path literal segments, and {@code {name}} for a segment that the handler gets
 * @param role the least role that is required; null for a public route
 * @param writes whether it counts as a write; a write is logged
 * @param counts whether it counts against the limits of the administrator
 * @param mostBytes the size of the largest body
 */
public record Route(
    String method,
    String path,
    @Nullable Role role,
    boolean writes,
    boolean counts,
    Handler handler,
    int mostBytes) {

  /** Creates a route with bodies of the usual size. */
  public Route(
      String method,
      String path,
      @Nullable Role role,
      boolean writes,
      boolean counts,
      Handler handler) {
    this(method, path, role, writes, counts, handler, AdminPlane.MOST_BYTES);
  }

  /** Answers a call; may block. */
  public interface Handler {
    /** The answer; a refusal and what {@link AdminFailures} knows may be thrown. */
    AdminAnswer answer(AdminCall call);
  }

  /** Creates a route that reads. */
  public static Route read(@Nullable Role role, String path, Handler handler) {
    return new Route("GET", path, role, false, true, handler);
  }

  /** Creates a route that writes. */
  public static Route write(Role role, String method, String path, Handler handler) {
    return new Route(method, path, role, true, true, handler);
  }

  /** Returns this route with another handler. */
  public Route with(Handler other) {
    return new Route(method, path, role, writes, counts, other, mostBytes);
  }

  /** Returns this route with bodies of at most that size. */
  Route withBody(int most) {
    return new Route(method, path, role, writes, counts, handler, most);
  }

  /** Returns the undecoded variables of the path, or null if the path does not match. */
  @Nullable Map<String, String> variables(List<String> segments) {
    List<String> template = segments(path);
    if (template.size() != segments.size()) {
      return null;
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String expected = template.get(i);
      String segment = segments.get(i);
      if (expected.startsWith("{") && !segment.isEmpty()) {
        variables.put(expected.substring(1, expected.length() - 1), segment);
      } else if (!expected.equals(segment)) {
        return null;
      }
    }
    return variables;
  }

  static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    int from = 1;
    for (int end = path.indexOf('/', from); end >= 0; end = path.indexOf('/', from)) {
      segments.add(path.substring(from, end));
      from = end + 1;
    }
    segments.add(path.substring(Math.min(from, path.length())));
    return segments;
  }
}
