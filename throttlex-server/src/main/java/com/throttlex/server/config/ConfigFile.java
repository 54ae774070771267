package com.throttlex.server.config;

import com.throttlex.rules.yaml.FileText;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import com.throttlex.rules.yaml.YamlTree;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one {@code throttlex.yml}. */
final class ConfigFile {
  static final String NAME = "throttlex.yml";

  private final Path folder;
  private final Map<SettingKey, Value> values = new EnumMap<>(SettingKey.class);

  private ConfigFile(Path folder) {
    this.folder = folder;
  }

  static ConfigFile none(Path folder) {
    return new ConfigFile(folder);
  }

  /**
   * Reads a file; an empty one sets nothing.
   *
   * @throws InvalidSettingsException when it cannot be read or is not YAML
   */
  static ConfigFile read(Path path, Map<String, String> environment, Problems all) {
    Problems problems = all.in(path.toString());
    Node root = YamlTree.parse(FileText.read(path, problems), problems);
    Path parent = path.getParent();
    ConfigFile file = new ConfigFile(parent == null ? Path.of("") : parent);
    boolean empty = root == null || (root instanceof Node.Scalar scalar && scalar.isNull());
    if (root != null && !empty) {
      Node replaced = new Interpolation(environment, problems).in(root);
      file.collect(Section.root(replaced, SettingKey.namesAfter(""), problems), "");
    }
    return file;
  }

  private void collect(Section section, String prefix) {
    for (String name : section.names()) {
      SettingKey key = SettingKey.ofPath(prefix + name);
      Value value = section.find(name);
      if (key != null && value != null) {
        values.put(key, value);
      } else if (value != null) {
        String path = prefix + name + ".";
        // A user who forgot a level may have written a secret here.
        Section inner = value.hidden().section(SettingKey.namesAfter(path));
        if (inner != null) {
          collect(inner, path);
        }
      }
    }
  }

  /** Returns the folder of the file, the base of its relative paths. */
  Path folder() {
    return folder;
  }

  @Nullable Value find(SettingKey key) {
    return values.get(key);
  }
}
