package com.throttlex.spring.actuate;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A check that was sent to be explained.
 *
 * <p>The actuator reads bodies as one level of names and texts. Attributes and headers are
 * therefore members of their own, named as in the key of a rule.
 */
final class SentCheck {
  private static final String ATTRIBUTE = "attribute:";
  private static final String HEADER = "header:";
  private static final String EXPECTED =
      "one of user, ip, apiKey, endpoint, method, service, tier, priority, cost,"
          + " attribute:NAME, header:NAME";

  private static final Map<String, BiConsumer<RequestContextBuilder, String>> MEMBERS =
      Map.of(
          "user", RequestContextBuilder::user,
          "ip", RequestContextBuilder::ip,
          "apiKey", RequestContextBuilder::apiKey,
          "endpoint", RequestContextBuilder::endpoint,
          "method", RequestContextBuilder::method,
          "service", RequestContextBuilder::service,
          "tier", RequestContextBuilder::tier,
          "priority", (to, text) -> to.priority(Priority.parse(text)),
          "cost", (to, text) -> to.cost(whole(text)));

  private final Map<String, ? extends @Nullable Object> members;

  SentCheck(Map<String, ? extends @Nullable Object> members) {
    this.members = members;
  }

  /**
   * Adds what was sent to what is known of every request.
   *
   * @throws InvalidRequestException with every problem
   */
  RequestContext on(RequestContextBuilder request) {
    List<String> problems = new ArrayList<>();
    members.forEach((name, value) -> add(request, name, value, problems));
    try {
      RequestContext context = request.build();
      if (problems.isEmpty()) {
        return context;
      }
    } catch (InvalidRequestException e) {
      problems.addAll(e.problems());
    }
    throw new InvalidRequestException(problems);
  }

  private static void add(
      RequestContextBuilder to, String name, @Nullable Object value, List<String> problems) {
    BiConsumer<RequestContextBuilder, String> member = member(name);
    if (member == null) {
      problems.add(ShownText.plain(name) + ": unknown member (expected: " + EXPECTED + ")");
    } else if (value instanceof String text) {
      try {
        member.accept(to, text);
      } catch (InvalidRequestException e) {
        problems.addAll(e.problems());
      }
    } else if (value != null) {
      problems.add(ShownText.plain(name) + ": several values (expected: one text)");
    }
  }

  private static @Nullable BiConsumer<RequestContextBuilder, String> member(String name) {
    if (name.startsWith(ATTRIBUTE)) {
      return (to, text) -> to.attribute(name.substring(ATTRIBUTE.length()), text);
    } else if (name.startsWith(HEADER)) {
      return (to, text) -> to.header(name.substring(HEADER.length()), text);
    }
    return MEMBERS.get(name);
  }

  private static long whole(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(
          List.of("cost: " + ShownText.quoted(text) + " (expected: a whole number)"));
    }
  }
}
