package com.throttlex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The module throttlex-bom, and the metadata that Maven Central requires of each module. */
class BomTest {
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(throttlex-[a-z-]+)</artifactId>\\s*<version>");
  private static final Pattern MODULE = Pattern.compile("<module>(throttlex-[a-z-]+)</module>");
  private static final String UNPUBLISHED = "<maven.deploy.skip>true</maven.deploy.skip>";

  private static String pom(String module) {
    try {
      return Files.readString(Built.TREE.resolve(Path.of(module, "pom.xml")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).toList();
  }

  private static List<String> published() {
    return found(MODULE, pom("")).stream()
        .filter(module -> !pom(module).contains(UNPUBLISHED))
        .toList();
  }

  @Test
  void bom_listsEveryPublishedModule() {
    assertThat(published())
        .contains("throttlex-core", "throttlex-server")
        .contains("throttlex-bom");
    String modules = pom("throttlex-bom").split("<dependencyManagement>", 2)[1];
    assertThat(found(ARTIFACT, modules))
        .containsExactlyInAnyOrderElementsOf(
            published().stream().filter(module -> !module.equals("throttlex-bom")).toList());
  }

  @Test
  void publishedModules_haveANameAndADescription() {
    assertThat(published())
        .allMatch(module -> pom(module).contains("<name>ThrottleX "))
        .allMatch(module -> pom(module).contains("<description>"));
  }

  /** The BOM has no parent, so it repeats what the parent says. */
  @Test
  void bom_hasTheMetadataOfTheParent() {
    assertThat(metadata(pom("throttlex-bom"))).isEqualTo(metadata(pom("")));
  }

  private static String metadata(String pom) {
    String part = pom.substring(pom.indexOf("  <url>"), pom.indexOf("  </scm>"));
    return part.replaceAll(" child\\.scm\\.[A-Za-z.]+=\"false\"", "");
  }
}
