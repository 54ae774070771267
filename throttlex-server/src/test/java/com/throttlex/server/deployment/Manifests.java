package com.throttlex.server.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The objects of deploy/manifests. */
final class Manifests {
  private static final Path FOLDER = Path.of("..", "deploy", "manifests");

  private final List<Yaml> objects = new ArrayList<>();

  private Manifests() {}

  static Manifests read() {
    Manifests manifests = new Manifests();
    for (String file : List.of("throttlex.yaml", "monitoring/throttlex.yaml")) {
      Load load = new Load(LoadSettings.builder().build());
      load.loadAllFromString(text(FOLDER.resolve(file)))
          .forEach(object -> manifests.objects.add(new Yaml(object)));
    }
    return manifests;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all objects of a kind. */
  List<Yaml> all(String kind) {
    return objects.stream().filter(one -> one.at("kind").text().equals(kind)).toList();
  }

  /** Returns the first object of a kind. */
  Yaml first(String kind) {
    return all(kind).get(0);
  }

  /** Returns the specification of the pods. */
  Yaml pod() {
    return first("Deployment").at("spec.template.spec");
  }

  /** Returns the container of ThrottleX. */
  Yaml container() {
    return pod().at("containers").list().get(0);
  }

  /** Returns the port of the container with a name. */
  int port(String name) {
    return container().at("ports").list().stream()
        .filter(port -> port.at("name").text().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("port " + name + ": not in the container"))
        .at("containerPort")
        .number();
  }
}
