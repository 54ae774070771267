package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.Main;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.programs.Programs;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code examples/gateways/try}, with the program of this build. */
@NeedsProgram({"nginx", "curl"})
class TryScriptTest {
  @TempDir Path folder;

  private Path program() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path program = folder.resolve("throttlex");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(java, System.getProperty("java.class.path"), Main.class.getName()));
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void script_forNginx_showsAllowAndDenyAndEndsAll() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(Recipes.FOLDER.resolve("try").toString(), "nginx")
            .redirectErrorStream(true);
    Path bin = Programs.here().path("nginx").getParent();
    builder
        .environment()
        .merge("PATH", bin.toString(), (path, own) -> own + File.pathSeparator + path);
    builder.environment().put("THROTTLEX", program().toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    assertThat(out).contains("127.0.0.1: 200, ", "127.0.0.1: 429, ", "127.0.0.2: 200, ");
    assertThat(out).endsWith("nginx: ok\n");
  }
}
