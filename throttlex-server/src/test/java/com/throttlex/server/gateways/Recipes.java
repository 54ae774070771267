package com.throttlex.server.gateways;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.programs.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files of the recipes, and the page that tells of them. */
public final class Recipes {
  public static final Path ROOT = root();
  static final Path FOLDER = ROOT.resolve("examples/gateways");

  private Recipes() {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/INTEGRATIONS.md"))) {
      folder = Objects.requireNonNull(folder.getParent());
    }
    return folder;
  }

  static String page() {
    return text(ROOT.resolve("docs/INTEGRATIONS.md"));
  }

  /** The text of a recipe's file. */
  static String file(String name) {
    return text(FOLDER.resolve(name));
  }

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The running service, configured as the recipes say. */
  static RunningServer serving(Path folder, String rules) throws IOException {
    return RunningServer.start(folder, rules, file("throttlex.yml"));
  }

  /** A text in which the ports that the service has by default are those that it has. */
  static String atPorts(RunningServer server, String text) {
    return text.replaceAll("\\b8080\\b", "" + server.port())
        .replaceAll("\\b8081\\b", "" + server.adminPort())
        .replaceAll("\\b6380\\b", "" + server.respPort());
  }

  /**
   * Returns a configuration of nginx that uses its own folder; those of a package may be root's.
   */
  public static String nginxHere(String config) {
    String folders = "access_log off;";
    for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
      folders += " " + kind + "_temp_path " + kind + ";";
    }
    return config.replace("http {", "http { " + folders);
  }

  /** Returns the command that runs nginx in the folder of a configuration. */
  public static List<String> nginx(Path config) {
    String program = Programs.here().path("nginx").toString();
    String folder = config.getParent().toString();
    return List.of(
        program, "-p", folder, "-c", config.toString(), "-e", "stderr", "-g", "daemon off;");
  }

  /** Parses YAML or JSON to maps, lists, texts, numbers. */
  static Object yaml(String text) {
    return new Load(LoadSettings.builder().build()).loadFromString(text);
  }
}
