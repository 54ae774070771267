package com.throttlex.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The modules that a module needs. */
class ModuleGraphTest {
  private static final JsonObject IMPORTS =
      new JsonObject().put("lit", "lib/lit/lit.js").put("app/", "js/");

  private static ModuleGraph graph(Map<String, String> files) {
    return new ModuleGraph(
        files.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().getBytes(UTF_8))),
        IMPORTS);
  }

  @Test
  void closure_hasEachModuleOnce_andNoneThatIsLoadedLater() {
    ModuleGraph graph =
        graph(
            Map.of(
                "js/app.js",
                "import {html} from 'lit';\nimport 'app/parts/table.js';\nimport('app/late.js');",
                "js/parts/table.js",
                "import {html} from \"lit\";import '../app.js';",
                "lib/lit/lit.js",
                "import{a as b}from\"./css.js\";export*from\"./more.js\";",
                "lib/lit/css.js",
                "const text = 'from';",
                "lib/lit/more.js",
                ""));

    assertThat(graph.closure("js/app.js"))
        .containsExactly(
            "js/app.js",
            "lib/lit/lit.js",
            "js/parts/table.js",
            "lib/lit/css.js",
            "lib/lit/more.js");
  }

  @Test
  void moduleWithoutAFileOrName_isRefused() {
    assertThatThrownBy(() -> graph(Map.of("a.js", "import 'app/b.js';")).closure("a.js"))
        .hasMessage("js/b.js: missing (expected: a module of the dashboard)");
    assertThatThrownBy(() -> graph(Map.of("a.js", "import 'react';")).closure("a.js"))
        .hasMessage("a.js: imports react (expected: a name in the import map)");
  }
}
