package com.throttlex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive on a machine that has a Java and nothing else. */
class ArchiveTest {
  private static final int SIGTERM = 143;
  private static final Pattern CURL = Pattern.compile("  curl -i (\\S+) .* -d '(.*)'");

  @TempDir Path folder;

  /** Uses the configuration of the Debian package, so that its keys and rules are tested too. */
  @Test
  void serve_fromTheArchive_answersACheckAndEndsWhenTold() throws Exception {
    Installed installed = new Installed(folder);
    String configuration = Path.of("src/deb/throttlex.yml").toAbsolutePath().toString();
    String rules = Path.of("src/deb/rules.yml").toAbsolutePath().toString();
    Process service =
        installed.start(
            Map.of(),
            ("serve --port 0 --admin-port 0 --resp-port 0 --data-dir data --config "
                    + configuration
                    + " --rules "
                    + rules)
                .split(" "));
    try (BufferedReader out = service.inputReader()) {
      List<String> greeting = Installed.linesUntil(out, "  curl ");
      assertThat(greeting).as(installed.errors()).isNotEmpty();
      assertThat(greeting.get(0)).isEqualTo("ThrottleX " + Built.VERSION + " is ready.");

      HttpResponse<String> answer = send(greeting.get(greeting.size() - 1));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("\"allowed\":true");

      service.toHandle().destroy();
      assertThat(Installed.linesUntil(out, "ThrottleX has ended."))
          .contains("ThrottleX has ended.");
      assertThat(Installed.exitCode(service)).isEqualTo(SIGTERM);
    } finally {
      service.destroyForcibly();
    }
    assertThat(folder.resolve("elsewhere/data/throttlex.db")).exists();
  }

  private static HttpResponse<String> send(String curl) throws Exception {
    Matcher matcher = CURL.matcher(curl);
    assertThat(matcher.matches()).as(curl).isTrue();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(matcher.group(1)))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(matcher.group(2)))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void launcher_withoutAPlaceForClassArchives_runsTheCommand() throws Exception {
    Installed installed = new Installed(folder);
    Files.delete(installed.home().resolve("cache"));
    Map<String, String> nowhere =
        Map.of("CACHE_DIRECTORY", "/dev/null/a", "XDG_CACHE_HOME", "/dev/null/b");

    Process command = installed.start(nowhere, "--version");

    assertThat(command.inputReader().readLine()).isEqualTo("throttlex " + Built.VERSION);
    assertThat(Installed.exitCode(command)).as(installed.errors()).isZero();
    assertThat(installed.errors()).isEmpty();
  }

  @Test
  void launcher_keepsClassArchivesInTheFirstFolderItMayWrite() throws Exception {
    Installed installed = new Installed(folder);
    Files.delete(installed.home().resolve("cache"));
    Path cache = folder.resolve("cache of the user");

    Process command = installed.start(Map.of("XDG_CACHE_HOME", cache.toString()), "--version");

    assertThat(Installed.exitCode(command)).as(installed.errors()).isZero();
    // Java 17 cannot make one.
    int expected = Runtime.version().feature() < 19 ? 0 : 1;
    try (Stream<Path> archives = Files.list(cache.resolve("throttlex"))) {
      assertThat(archives.map(file -> file.getFileName().toString()))
          .hasSize(expected)
          .allMatch(name -> name.equals(Built.NAME + ".jsa"));
    }
  }

  @Test
  void jar_hasTheServicesOfAllItsLibraries() throws Exception {
    try (JarFile jar = new JarFile(Built.jar().toFile())) {
      String drivers = text(jar, "META-INF/services/java.sql.Driver");
      String stores = text(jar, "META-INF/services/com.throttlex.provider.StoreProvider");

      assertThat(drivers).contains("org.sqlite.JDBC", "org.postgresql.Driver", "org.mariadb");
      assertThat(stores).contains("redis", "jdbc");
      assertThat(jar.isMultiRelease()).isTrue();
    }
  }

  private static String text(JarFile jar, String name) throws Exception {
    return new String(
        jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
