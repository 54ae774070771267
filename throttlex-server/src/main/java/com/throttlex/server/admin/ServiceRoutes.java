package com.throttlex.server.admin;

import com.throttlex.server.identity.Admin;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The routes of health, metrics, the OpenAPI document, and the caller. */
public final class ServiceRoutes {
  private static final String DOCUMENT = "openapi.yaml";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final AdminServices parts;
  private final String document = read();

  ServiceRoutes(AdminServices parts) {
    this.parts = parts;
  }

  AdminAnswer health(AdminCall call) {
    List<ComponentHealth> components = parts.health().get();
    boolean up = components.stream().allMatch(ComponentHealth::up);
    return AdminAnswer.json(up ? 200 : 503, json(components));
  }

  public static JsonObject json(List<ComponentHealth> components) {
    JsonObject states = new JsonObject();
    for (ComponentHealth component : components) {
      JsonObject state = new JsonObject(component.details()).copy();
      state.put("status", word(component.up()));
      if (!component.detail().isEmpty()) {
        state.put("detail", component.detail());
      }
      states.put(component.name(), state);
    }
    boolean up = components.stream().allMatch(ComponentHealth::up);
    return new JsonObject().put("status", word(up)).put("components", states);
  }

  private static String word(boolean up) {
    return up ? "UP" : "DOWN";
  }

  AdminAnswer metrics(AdminCall call) {
    return AdminAnswer.text(PROMETHEUS, parts.metrics().get());
  }

  /** Shows the caller, and facts about the service. */
  AdminAnswer me(AdminCall call) {
    Admin admin = Objects.requireNonNull(call.admin());
    return AdminAnswer.ok(
        new JsonObject()
            .put("name", admin.name())
            .put("role", admin.role().toString())
            .put("version", parts.version())
            .put("time", call.now().toString())
            .put("service", parts.facts().get().json()));
  }

  AdminAnswer document(AdminCall call) {
    return AdminAnswer.text("application/yaml", document);
  }

  private static String read() {
    try (InputStream in = ServiceRoutes.class.getResourceAsStream(DOCUMENT)) {
      if (in == null) {
        throw new IllegalStateException(DOCUMENT + ": missing (expected: a resource)");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
