package com.throttlex.server.admin;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the service that do not change while it runs, for the dashboard and other clients.
 *
 * @param dataPort the port of checks over HTTP; negative if there is none
 * @param proxyPort the port of the proxy; negative if there is none
 * @param accessToken whether a check needs an access token
 * @param ruleFile the rule file, or null
 * @param record whether requests are recorded
 */
public record ServiceFacts(
    int dataPort, int proxyPort, boolean accessToken, @Nullable String ruleFile, boolean record) {
  JsonObject json() {
    JsonObject json = new JsonObject().put("accessToken", accessToken).put("record", record);
    if (dataPort >= 0) {
      json.put("dataPort", dataPort);
    }
    if (proxyPort >= 0) {
      json.put("proxyPort", proxyPort);
    }
    if (ruleFile != null) {
      json.put("ruleFile", ruleFile);
    }
    return json;
  }
}
