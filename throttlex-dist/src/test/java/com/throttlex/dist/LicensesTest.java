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
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

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

  private static List<Library> listed() throws IOException {
    String notice = Files.readString(NOTICE);
    return notice
        .substring(notice.indexOf(LIST) + LIST.length())
        .lines()
        .map(Library::parse)
        .toList();
  }

  @Test
  void libraries_haveALicenseThatIsCompatibleWithOurs() throws IOException {
    assertThat(listed())
        .hasSizeGreaterThan(50)
        .allMatch(library -> library.licenses().stream().anyMatch(COMPATIBLE::contains));
  }

  @Test
  void libraries_doNotIncludeTheDriverUnderTheGpl() throws IOException {
    assertThat(librariesOfTheService())
        .anyMatch(file -> file.startsWith("mariadb-java-client-"))
        .noneMatch(file -> file.startsWith("mysql-connector"));
  }

  @Test
  void notice_listsEveryLibraryOfTheService() throws IOException {
    Set<String> names = listed().stream().map(Library::name).collect(Collectors.toSet());

    assertThat(librariesOfTheService())
        .hasSizeGreaterThan(50)
        .allMatch(file -> names.stream().anyMatch(name -> file.startsWith(name + "-")));
  }

  @Test
  @DisabledIfSystemProperty(
      named = "throttlex.offline",
      matches = "offline=true",
      disabledReason = "Maven does not make the SBOM with -o")
  void notice_hasTheLibrariesAndLicensesOfTheSbom() throws IOException {
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

  private static List<String> librariesOfTheService() throws IOException {
    try (Stream<Path> files = Files.list(Built.TREE.resolve("throttlex-server/target/lib"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> !file.startsWith("throttlex-"))
          .toList();
    }
  }
}
