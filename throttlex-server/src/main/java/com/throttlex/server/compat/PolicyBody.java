package com.throttlex.server.compat;

import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import com.throttlex.server.admin.ProblemException;
import com.throttlex.server.json.JsonMembers;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Parses a policy from a body; members that only answers have are ignored. */
final class PolicyBody {
  private static final String[] MEMBERS = {
    "id", "key", "policyKey", "type", "capacity", "refillRate", "windowSeconds"
  };
  private static final String TYPES = "TOKEN_BUCKET or SLIDING_WINDOW";

  private final JsonMembers fields;

  private PolicyBody(JsonObject sent) {
    fields = new JsonMembers(sent, MEMBERS);
  }

  /**
   * Returns the policy.
   *
   * @param path the key in the path, or null when the body alone has it
   * @throws ProblemException with 422 and every problem, if there are any
   */
  static Policy read(JsonObject sent, @Nullable PolicyKey path) {
    PolicyBody body = new PolicyBody(sent);
    PolicyKey key = body.key(path);
    Policy.Type type = body.type();
    boolean bucket = type == Policy.Type.TOKEN_BUCKET;
    long capacity = body.fields.number("capacity", 1, Rate.MAX_AMOUNT);
    long refillRate = body.refillRate(bucket);
    long windowSeconds = body.windowSeconds(bucket);
    body.fields.finish(ProblemException::unprocessable);
    return new Policy(key, type, capacity, bucket ? refillRate : 0, windowSeconds);
  }

  /** Returns the key; any key after a problem. */
  private PolicyKey key(@Nullable PolicyKey path) {
    if (path != null && !fields.has("key")) {
      return path;
    }
    PolicyKey key = parsed(fields.text("key", "a user, an address, an API key, or parts"));
    if (path != null && !key.equals(path)) {
      fields.wrong("key", ShownText.quoted(key.text()), "that of the path, or none");
    }
    return key;
  }

  private PolicyKey parsed(String text) {
    try {
      return text.isEmpty() ? PolicyKey.ofBare(text) : PolicyKey.parse(text);
    } catch (InvalidRequestException e) {
      e.problems().forEach(fields::wrong);
      return PolicyKey.ofBare(text);
    }
  }

  /** Returns the type; any type after a problem. */
  private Policy.Type type() {
    String name = fields.text("type", TYPES);
    for (Policy.Type type : Policy.Type.values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    if (!name.isEmpty()) {
      fields.wrong("type", ShownText.quoted(name), TYPES);
    }
    return Policy.Type.SLIDING_WINDOW;
  }

  private long refillRate(boolean bucket) {
    boolean read = bucket || fields.has("refillRate");
    return read ? fields.number("refillRate", bucket ? 1 : 0, Rate.MAX_AMOUNT) : 0;
  }

  private long windowSeconds(boolean bucket) {
    boolean read = !bucket || fields.has("windowSeconds");
    return read ? fields.number("windowSeconds", 1, Period.LONGEST.toSeconds()) : 1;
  }
}
