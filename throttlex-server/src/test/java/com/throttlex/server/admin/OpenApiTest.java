package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.request.RequestContext;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.identity.Role;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The OpenAPI document describes the behaviour of the server. */
class OpenApiTest extends AdminTest {
  private ApiDocument api() {
    return new ApiDocument(server.get("/openapi.yaml").body());
  }

  private JsonNode document() {
    return api().root();
  }

  @Test
  void document_hasTheSameOperationsAsTheRoutes() {
    Set<String> served = new TreeSet<>();
    server.plane.routes().routes().forEach(r -> served.add(r.method() + " " + r.path()));

    assertThat(api().operations(false)).isEqualTo(served);
  }

  @Test
  void pathVariables_thatCannotBeDecoded_are400AndTheDocumentSaysSo() {
    ApiDocument api = api();
    for (Route route : server.plane.routes().routes()) {
      if (route.path().contains("{")) {
        for (String wrong : List.of("%00", "%0A", "%7F", "%FF")) {
          HttpResponse<String> answer =
              server.send(route.method(), route.path().replaceAll("\\{\\w+\\}", wrong), "");
          assertThat(answer.statusCode()).as(route + " " + wrong).isEqualTo(400);
          api.check(
              route.method(),
              route.path(),
              400,
              AdminServer.header(answer, "Content-Type"),
              answer.body());
        }
        server.clock.advance(Duration.ofMinutes(1)); // each admin has 100 writes a minute
      }
    }
  }

  @Test
  void document_namesRolesAndPublicRoutesAsTheRoutesDo() {
    ApiDocument document = api();
    for (Route route : server.plane.routes().routes()) {
      JsonNode operation = document.operation(route.method(), route.path());
      Role role = route.role();
      String named = role == null ? "none (public)" : role.toString();
      assertThat(operation.get("description").asText())
          .as(route.path())
          .startsWith("Role: " + named + ".");
      assertThat(operation.has("security")).as(route.path()).isEqualTo(role == null);
      assertThat(operation.has("deprecated")).as(route.path()).isFalse();
      assertThat(operation.get("responses").has("403"))
          .as(route.path())
          .isEqualTo(role == Role.EDITOR || role == Role.ADMIN);
    }
  }

  @Test
  void everyReferenceInTheDocumentLeadsSomewhere_andOperationsHaveNamesOfTheirOwn() {
    int dataPlane = api().operations(true).size();
    JsonNode document = document();
    List<String> references = document.findValuesAsText("$ref");
    List<String> names = document.get("paths").findValuesAsText("operationId");

    assertThat(references).hasSizeGreaterThan(100);
    assertThat(references)
        .allMatch(reference -> !document.at(reference.substring(1)).isMissingNode());
    assertThat(names)
        .hasSize(server.plane.routes().routes().size() + dataPlane)
        .doesNotHaveDuplicates();
  }

  @Test
  void ruleAndMatch_haveTheKeysOfARuleFile() {
    JsonNode schemas = document().at("/components/schemas");
    JsonNode rules = ApiDocument.parsed(RuleFile.schema()).get("$defs");
    List<String> keys = names(rules.at("/rule/properties"));
    keys.remove("id");

    assertThat(names(schemas.at("/RuleFields/properties"))).isEqualTo(keys);
    assertThat(names(schemas.at("/Match/properties")))
        .isEqualTo(names(rules.at("/match/properties")));
    assertThat(schemas.at("/RuleFields/properties/algorithm/enum"))
        .isEqualTo(rules.at("/algorithm/enum"));
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Sends a request, and checks the answer against the document. */
  private void valid(ApiDocument api, String method, String template, String path, String body) {
    HttpResponse<String> answer = server.send(method, path, body);
    String type = AdminServer.header(answer, "Content-Type");
    api.check(method, template, answer.statusCode(), type, answer.body());
  }

  private void valid(ApiDocument api, String method, String template, String body) {
    valid(api, method, template, template, body);
  }

  @Test
  void answersAreAsTheDocumentSays_rules() {
    ApiDocument document = api();
    String rule = "/api/v1/rules/{id}";
    String body =
        """
        {"id":"r","key":["user"],"limits":{"free":"5/1m","pro":[{"amount":9,"period":"1m","burst":20}]},
         "match":{"endpoint":"/a/**","methods":["GET"]},"mode":"shadow"}""";
    valid(document, "POST", "/api/v1/rules", body);
    valid(document, "POST", "/api/v1/rules", body);
    valid(document, "POST", "/api/v1/rules", "{\"id\":\"s\"}");
    valid(document, "GET", "/api/v1/rules", "");
    valid(document, "GET", "/api/v1/rules", "/api/v1/rules?q=R&limit=1", "");
    valid(document, "GET", "/api/v1/rules", "/api/v1/rules?limit=0", "");
    String book =
        "{\"rules\":[" + body.replace("shadow", "off") + ",{\"id\":\"b\",\"limits\":\"1/1s\"}]}";
    valid(document, "PUT", "/api/v1/rules", book);
    valid(document, "PUT", "/api/v1/rules", "{\"rules\":[" + body + "]}");
    valid(document, "PUT", "/api/v1/rules", "{}");
    valid(document, "GET", rule, "/api/v1/rules/r", "");
    valid(document, "GET", rule, "/api/v1/rules/x", "");
    valid(document, "PUT", rule, "/api/v1/rules/r", body);
    valid(document, "POST", rule + "/rollback", "/api/v1/rules/r/rollback", "{\"version\":1}");
    valid(document, "DELETE", rule, "/api/v1/rules/r", "");
    valid(document, "POST", "/api/v1/rules/validate", body);
    valid(document, "POST", "/api/v1/rules/validate", "{\"id\":\"s\",\"mode\":1}");
    valid(document, "POST", "/api/v1/rules/validate", "{");
    valid(document, "GET", rule + "/history", "/api/v1/rules/r/history", "");
    valid(document, "POST", "/api/v1/explain", "{\"user\":\"u\"}");
    valid(document, "GET", "/throttle/rules", "");
    valid(document, "GET", "/throttle/metrics", "");
    String flat = "{\"rule_id\":\"f\",\"dimension\":\"ip\",\"limit\":5,\"window_seconds\":60}";
    valid(document, "PUT", "/throttle/rules/{id}", "/throttle/rules/f", flat);
    valid(document, "PUT", "/throttle/rules/{id}", "/throttle/rules/f", flat);
    valid(document, "POST", "/api/v1/rules", flat.replace("\"f\"", "\"g\""));
  }

  @Test
  void answersAreAsTheDocumentSays_health() {
    ApiDocument document = api();
    String rule =
        """
        {"id":"r","match":{"services":["db"]},"limits":"100/1s","adaptive":{"min":10,"max":200}}""";
    String limit = "/api/v1/adaptive/{rule}";
    String signals = "/api/v1/health-signals";
    valid(document, "POST", "/api/v1/rules", rule);
    valid(document, "POST", signals, "{\"service\":\"db\",\"cpu\":1,\"errorRate\":0.5}");
    valid(document, "POST", signals, "[{\"cpu\":-1}]");
    server.throttlex.adaptive().tick(server.clock.nanos());
    valid(document, "GET", "/api/v1/adaptive", "");
    server.adaptivePast.add(new AdaptivePoint(server.now(), Map.of("db", 0.5), Map.of("r", 100L)));
    valid(document, "GET", "/api/v1/adaptive/history", "");
    valid(document, "GET", limit, "/api/v1/adaptive/r", "");
    valid(document, "GET", limit, "/api/v1/adaptive/x", "");
    String override = "/api/v1/adaptive/r/override";
    valid(document, "POST", limit + "/override", override, "{\"limit\":50,\"seconds\":60}");
    valid(document, "POST", limit + "/override", override, "{\"limit\":5}");
    valid(document, "POST", limit + "/freeze", "/api/v1/adaptive/r/freeze", "");
    valid(document, "POST", limit + "/resume", "/api/v1/adaptive/r/resume", "");
    valid(document, "POST", limit + "/resume", "/api/v1/adaptive/x/resume", "");
  }

  @Test
  void answersAreAsTheDocumentSays_queues() {
    ApiDocument document = api();
    String queue = "/api/v1/queue/{service}";
    valid(document, "GET", queue, "/api/v1/queue/mail", "");
    valid(document, "GET", queue + "/dead", "/api/v1/queue/mail/dead", "");
    for (String operation : List.of("take", "ack", "retry")) {
      String path = "/api/v1/queue/mail/" + operation;
      String body = operation.equals("take") ? "{\"consumer\":\"w\"}" : "{\"tickets\":[\"x\"]}";
      assertThat(server.send("POST", path, body).statusCode()).as(operation).isEqualTo(200);
      valid(document, "POST", queue + "/" + operation, path, body);
      valid(document, "POST", queue + "/" + operation, path, "{}");
    }
  }

  @Test
  void answersAreAsTheDocumentSays_others() {
    ApiDocument document = api();
    server.throttlex.check(RequestContext.ofUser("u"));
    server.topKeys.add(new TopKey("per-user|user=u", "per-user", 3, 4, 0));
    String user = "/api/v1/users/{id}";
    String override = "{\"rule\":\"per-user\",\"limits\":\"9/1m\",\"expiresAt\":4000000000}";
    String policy = "{\"key\":\"k\",\"type\":\"TOKEN_BUCKET\",\"capacity\":5,\"refillRate\":1}";
    valid(document, "PUT", user + "/tier", "/api/v1/users/u/tier", "{\"tier\":\"pro\"}");
    valid(document, "POST", user + "/override", "/api/v1/users/u/override", override);
    valid(document, "POST", user + "/override", "/api/v1/users/u/override", "{}");
    valid(document, "GET", user + "/limits", "/api/v1/users/u/limits", "");
    valid(document, "GET", "/api/v1/keys/{key}", "/api/v1/keys/per-user%7Cuser=u", "");
    valid(document, "GET", "/api/v1/top", "");
    valid(document, "GET", "/api/v1/audit", "");
    UsageCount counted = new UsageCount("per-user", 1, 2, 3, 0);
    server.database.usage().add(server.now(), List.of(counted));
    String usage = "/api/v1/usage";
    valid(document, "GET", usage, "");
    valid(document, "GET", usage, usage + "?group=total&step=hour", "");
    valid(document, "GET", usage, usage + "?group=rule", "");
    valid(document, "GET", usage, usage + "?group=rule&rule=r", "");
    valid(document, "GET", "/api/v1/users", "");
    valid(document, "GET", user + "/throttled", "/api/v1/users/u/throttled", "");
    valid(document, "GET", "/health", "");
    valid(document, "GET", "/api/v1/me", "");
    valid(document, "GET", "/api/v1/live", "");
    valid(document, "POST", "/admin/policies", policy);
    valid(document, "GET", "/admin/policies", "");
    valid(document, "GET", "/admin/policies/{key}", "/admin/policies/k", "");
    valid(document, "GET", "/admin/status", "");
    valid(document, "GET", "/admin/metrics", "");
    valid(document, "GET", "/admin/metrics/{key}", "/admin/metrics/k", "");
    valid(document, "POST", "/admin/reset/{key}", "/admin/reset/k", "");
    valid(document, "DELETE", "/admin/policies/{key}", "/admin/policies/k", "");
  }
}
