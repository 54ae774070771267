package com.throttlex.rule;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says of what class some requests are.
 *
 * @param match which requests it speaks of
 * @param priority their class, or the highest that is believed when it is read from somewhere
 * @param source the header or attribute that names the class, or null when it is always the same
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
          "priorities: " + match.priorities() + " (expected: no classes, as they are named here)");
    }
  }

  /** The class of a request of that tier; null when this does not say. */
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

  /** A client may write anything: what is no class says nothing. */
  private @Nullable Priority named(@Nullable String text) {
    String word = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
    for (Priority known : Priority.values()) {
      if (known.text().equals(word)) {
        return known.compareTo(priority) < 0 ? priority : known;
      }
    }
    return null;
  }

  /** Whether it can be told before the user is known. */
  public boolean isImpersonal() {
    return match.users().isEmpty()
        && match.tiers().isEmpty()
        && match.attributes().isEmpty()
        && (source == null || source.kind() == KeyPart.Kind.HEADER);
  }
}
