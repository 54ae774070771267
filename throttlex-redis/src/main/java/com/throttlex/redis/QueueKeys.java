package com.throttlex.redis;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The names of a service's queue in Redis, all in one slot: {@code throttlex:queue:{service}}.
 *
 * @param stream the requests
 */
record QueueKeys(String stream) {
  /** Each service has names of its own, whatever characters it is made of. */
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

  /** As the scripts expect them; the last one only for what may be queued once. */
  String[] all(@Nullable String once) {
    return once == null
        ? new String[] {stream, due(), dead()}
        : new String[] {stream, due(), dead(), stream + ":once:" + once};
  }
}
