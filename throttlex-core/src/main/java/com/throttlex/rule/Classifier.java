package com.throttlex.rule;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Assigns a priority class to some requests.
 *
 * @param match the requests that it classifies
 * @param priority their class; if a source names the class, the highest that is accepted
 * @param source the header or attribute that names the class, or null if it is fixed
 */
public record Classifier(Match match, Priority priority, @Nullable KeyPart source) {
  public Classifier {
    boolean named =
        source == null
            || source.kind() == KeyPart.Kind.HEADER
            || source.kind() == KeyPart.Kind.ATTRIBUTE;
    if (!named) {
      throw new IllegalArgumentException(
          "priorities: " + source + " (expected: header:NAME or attribute:NAME)");
    }
    if (!match.priorities().isEmpty()) {
      throw new IllegalArgumentException(
          "priorities: "
              + match.priorities()
              + " (expected: no priorities, because this entry assigns them)");
    }
  }

  /** Returns the class of a request of that tier; null if this entry does not classify it. */
  @Nullable Priority priority(RequestContext request, @Nullable String tier) {
    if (match.unmet(request, tier) != null || !isOnPath(request)) {
      return null;
    }
    return source == null ? priority : named(source.clear(request));
  }

  private boolean isOnPath(RequestContext request) {
    EndpointPattern pattern = match.endpoint();
    String endpoint = request.endpoint();
    return pattern == null || (endpoint != null && pattern.matches(endpoint));
  }

  /** Parses a class that a client sent; null for any other text. */
  private @Nullable Priority named(@Nullable String text) {
    String word = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
    for (Priority known : Priority.values()) {
      if (known.text().equals(word)) {
        return known.compareTo(priority) < 0 ? priority : known;
      }
    }
    return null;
  }

  /** Returns whether it can be evaluated before the user is known. */
  public boolean isImpersonal() {
    return match.users().isEmpty()
        && match.tiers().isEmpty()
        && match.attributes().isEmpty()
        && (source == null || source.kind() == KeyPart.Kind.HEADER);
  }
}
