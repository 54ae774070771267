package com.throttlex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The licences of the libraries in the packages; {@code -Dthrottlex.write=true} writes NOTICE. */
class LicensesTest {
  private static final Path NOTICE = Built.TREE.resolve("NOTICE");
  private static final String LIST = "Libraries\n---------\n";

  /** Licences of which a program under Apache-2.0 may contain libraries, unchanged. */
  private static final Set<String> COMPATIBLE =
      Set.of(
          "Apache-2.0",
          "MIT",
          "MIT-0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "CC0-1.0",
          "EPL-2.0",
          "LGPL-2.1-only",
          "LGPL-2.1-or-later");

  @Test
  void libraries_haveALicenseThatIsCompatibleWithOurs() throws IOException {
    assertThat(Library.ofTheSbom())
        .hasSizeGreaterThan(50)
        .allMatch(library -> library.licenses().stream().anyMatch(COMPATIBLE::contains));
  }

  @Test
  void libraries_doNotIncludeTheDriverUnderTheGpl() throws IOException {
    assertThat(Library.ofTheSbom())
        .extracting(Library::name)
        .contains("mariadb-java-client")
        .doesNotContain("mysql-connector-j");
  }

  @Test
  void notice_listsEveryLibraryWithItsLicenses() throws IOException {
    String libraries =
        Library.ofTheSbom().stream()
            .map(Library::toString)
            .sorted()
            .distinct()
            .collect(Collectors.joining("\n", "", "\n"));
    String notice = Files.readString(NOTICE);
    String expected = notice.substring(0, notice.indexOf(LIST)) + LIST + libraries;
    if (Boolean.getBoolean("throttlex.write")) {
      Files.writeString(NOTICE, expected);
    }
    assertThat(Files.readString(NOTICE)).isEqualTo(expected);
  }

  @Test
  void sbom_hasEveryLibraryOfTheService() throws IOException {
    Set<String> listed =
        Library.ofTheSbom().stream().map(Library::name).collect(Collectors.toSet());

    assertThat(librariesOfTheService())
        .hasSizeGreaterThan(50)
        .allMatch(file -> listed.stream().anyMatch(name -> file.startsWith(name + "-")));
  }

  private static List<String> librariesOfTheService() throws IOException {
    try (Stream<Path> files = Files.list(Built.TREE.resolve("throttlex-server/target/lib"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> !file.startsWith("throttlex-"))
          .toList();
    }
  }
}
