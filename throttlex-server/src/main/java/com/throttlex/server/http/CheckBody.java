package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of one check as they were sent, and the problems with them. */
final class CheckBody {
  /** The members that are not fields of a request; their indexes follow those of the fields. */
  static final List<String> OTHERS = List.of("identifier", "dimension", "ticket");

  private static final int IDENTIFIER = RequestField.ALL.size();
  private static final int DIMENSION = IDENTIFIER + 1;
  private static final int TICKET = IDENTIFIER + 2;

  private final @Nullable Object[] values = new Object[IDENTIFIER + OTHERS.size()];
  private @Nullable List<String> problems;

  void set(int index, @Nullable Object value) {
    values[index] = value;
  }

  void set(RequestField field, @Nullable Object value) {
    set(RequestField.ALL.indexOf(field), value);
  }

  /** Returns whether the request comes from a queue, and must not be queued again. */
  boolean isQueued() {
    return values[TICKET] != null;
  }

  void wrong(String problem) {
    wrong(List.of(problem));
  }

  private void wrong(List<String> more) {
    if (problems == null) {
      problems = new ArrayList<>();
    }
    problems.addAll(more);
  }

  /**
   * Returns the request; the caller's headers fill the fields that the body leaves open.
   *
   * @throws InvalidRequestException with all problems
   */
  RequestContext context(Caller caller, int ipv6Prefix) {
    identify();
    RequestContextBuilder request = RequestContext.builder().ipv6Prefix(ipv6Prefix);
    caller.describe(request);
    for (int i = 0; i < RequestField.ALL.size(); i++) {
      Object value = values[i];
      if (value != null) {
        set(request, RequestField.ALL.get(i), value);
      }
    }
    return build(request);
  }

  private void set(RequestContextBuilder request, RequestField field, Object value) {
    try {
      field.set(request, value);
    } catch (InvalidRequestException e) {
      wrong(e.problems());
    }
  }

  private RequestContext build(RequestContextBuilder request) {
    try {
      RequestContext context = request.build();
      if (problems == null) {
        return context;
      }
    } catch (InvalidRequestException e) {
      wrong(e.problems());
    }
    throw new InvalidRequestException(problems == null ? List.of() : problems);
  }

  /** Sets the field that the dimension names to the identifier. */
  private void identify() {
    Object dimension = values[DIMENSION];
    if (values[IDENTIFIER] == null) {
      if (dimension != null && !dimension.equals("GLOBAL")) {
        wrong("identifier: missing (expected: a text, as there is a dimension)");
      }
      return;
    }
    switch (dimension == null ? "USER" : dimension.toString()) {
      case "USER" -> identify(RequestField.USER);
      case "IP" -> identify(RequestField.IP);
      case "API_KEY" -> identify(RequestField.API_KEY);
      case "GLOBAL" -> {}
      default ->
          wrong(
              "dimension: "
                  + ShownText.quoted(String.valueOf(dimension))
                  + " (expected: USER, IP, API_KEY or GLOBAL)");
    }
  }

  private void identify(RequestField field) {
    Object named = values[RequestField.ALL.indexOf(field)];
    if (named != null && !named.equals(values[IDENTIFIER])) {
      wrong("identifier conflicts with " + field.text() + "; send only one");
    }
    set(field, values[IDENTIFIER]);
  }
}
