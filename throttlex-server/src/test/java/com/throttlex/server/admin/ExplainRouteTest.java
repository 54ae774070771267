package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class ExplainRouteTest extends AdminTest {
  private static final String EXPLAIN = "/api/v1/explain";

  private void fill(int rules) {
    JsonArray all = new JsonArray();
    for (int i = 0; i < rules; i++) {
      all.add(
          new JsonObject()
              .put("id", "r" + i)
              .put("match", new JsonObject().put("endpoint", "/none/" + i))
              .put("limits", "1/1m"));
    }
    json(server.send("PUT", "/api/v1/rules", new JsonObject().put("rules", all).encode()), 200);
  }

  @Test
  void explanation_ofALargeBook_hasWhatAppliesAndTheNearestMisses() {
    fill(300);

    JsonObject explained = json(server.send("POST", EXPLAIN, "{\"user\":\"u\"}"), 200);

    JsonArray rules = explained.getJsonArray("rules");
    assertThat(rules).hasSize(21);
    assertThat(rules.getJsonObject(0).getBoolean("applies")).isTrue();
    // Without an address, the rule for addresses comes nearest: only its key is missing.
    assertThat(rules.getJsonObject(1).getString("why")).isEqualTo("key: the request has no ip");
    assertThat(explained.getInteger("omitted")).isEqualTo(281);
  }

  @Test
  void explanation_ofAll_hasEveryRule() {
    fill(300);

    JsonObject explained =
        json(server.send("POST", EXPLAIN + "?all=true", "{\"user\":\"u\"}"), 200);

    assertThat(explained.getJsonArray("rules")).hasSize(302);
    assertThat(explained.getInteger("omitted")).isZero();
    problem(server.send("POST", EXPLAIN + "?all=1", "{\"user\":\"u\"}"), 400);
  }

  @Test
  void headersThatRulesCountBy_areTakenFromTheBody() {
    String rule = "{\"id\":\"t\",\"key\":[\"header:X-Tenant\"],\"limits\":\"5/1m\"}";
    json(server.send("POST", "/api/v1/rules", rule), 201);
    String body = "{\"user\":\"u\",\"headers\":{\"x-TENANT\":\"acme\",\"Other\":\"x\"}}";

    JsonArray rules = json(server.send("POST", EXPLAIN, body), 200).getJsonArray("rules");

    assertThat(rules.stream().map(explained -> ((JsonObject) explained).getString("key")))
        .contains("t|header:x-tenant=acme");
    for (String wrong : new String[] {"3", "[]", "{\"a\":1}"}) {
      assertThat(
              problem(server.send("POST", EXPLAIN, "{\"headers\":" + wrong + "}"), 400)
                  .getString("detail"))
          .startsWith("headers: ");
    }
  }
}
