package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The OpenAPI document of the service, against which answers are checked. */
public final class ApiDocument {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch");

  private final JsonNode root;

  /** Reads the document. */
  public ApiDocument(String yaml) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    root = JSON.valueToTree(new Load(settings).loadFromString(yaml));
  }

  JsonNode root() {
    return root;
  }

  /** Returns the operations of one plane, as METHOD PATH. */
  public Set<String> operations(boolean dataPlane) {
    Set<String> operations = new TreeSet<>();
    root.get("paths")
        .fields()
        .forEachRemaining(
            path -> {
              if (path.getValue().has("servers") == dataPlane) {
                METHODS.stream()
                    .filter(path.getValue()::has)
                    .forEach(
                        method ->
                            operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
              }
            });
    return operations;
  }

  JsonNode operation(String method, String path) {
    return root.get("paths").get(path).get(method.toLowerCase(Locale.ROOT));
  }

  /** Checks an answer: its status is in the document, and its body has the schema. */
  public void check(String method, String template, int status, String type, String body) {
    String shown = method + " " + template + " " + status;
    JsonNode response = operation(method, template).get("responses").get(String.valueOf(status));
    assertThat(response).as(shown).isNotNull();
    while (response.has("$ref")) {
      response = root.at(response.get("$ref").asText().substring(1));
    }
    JsonNode schema = response.path("content").path(type).path("schema");
    assertThat(schema.isMissingNode()).as(shown + " " + type).isEqualTo(type.isEmpty());
    if (type.endsWith("json")) {
      check(shown, schema, body);
    }
  }

  /** Checks a text against a schema of the document. */
  public void check(String schema, String json) {
    check(schema, root.at("/components/schemas/" + schema), json);
  }

  private void check(String shown, JsonNode schema, String json) {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", root.get("components"));
    JsonSchema validator =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(whole);
    assertThat(validator.validate(parsed(json))).as(shown).isEmpty();
  }

  static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
