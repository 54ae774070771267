package com.throttlex.redis;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The names of a service's queue in Redis, all in one hash slot: {@code throttlex:queue:{service}}.
 *
 * @param stream the requests
 */
record QueueKeys(String stream) {
  /** Returns the names of a service; they are unique for any characters. */
  static QueueKeys of(String service) {
    return new QueueKeys(
        "throttlex:queue:{" + URLEncoder.encode(service, StandardCharsets.UTF_8) + "}");
  }

  String due() {
    return stream + ":due";
  }

  String dead() {
    return stream + ":dead";
  }

  /** Returns the names in the order of the scripts; the last one only for a request queued once. */
  String[] all(@Nullable String once) {
    return once == null
        ? new String[] {stream, due(), dead()}
        : new String[] {stream, due(), dead(), stream + ":once:" + once};
  }
}
