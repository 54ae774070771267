package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables within the values of the file. */
class InterpolationTest {
  @TempDir Path folder;

  private Setup yaml(String text) {
    return new Setup(folder).yaml(text);
  }

  @Test
  void variable_anywhereInAValue_isReplaced() {
    Setup setup =
        yaml("{data-dir: 'a-${X}-${Y}', headers: ['${H}'], server: {port: '${P}'}}")
            .variable("X", "1$")
            .variable("Y", "${X}")
            .variable("H", "ietf")
            .variable("P", "77");

    Settings settings = setup.settings();

    assertThat(settings.dataDir()).isEqualTo(folder.resolve("a-1$-${X}"));
    assertThat(settings.headers()).hasToString("[ietf]");
    assertThat(settings.server().port()).isEqualTo(77);
  }

  @Test
  void dollarSign_doubled_isNotReplaced() {
    assertThat(yaml("data-dir: 'a$${X}$5'").settings().dataDir())
        .isEqualTo(folder.resolve("a${X}$5"));
  }

  @Test
  void variable_thatIsNotSet_isTheOnlyProblemOfItsValue() {
    Setup setup =
        yaml(
            """
            server:
              port: ${PORT}
            admin:
              tokens:
                - {name: ops, role: admin, token: "${OPS}"}
                - {name: dev, role: boss, token: 0123456789abcdef}
            data-dir: ${A}/${B}
            """);

    assertThat(setup.problems())
        .containsExactly(
            "throttlex.yml:2: server.port: ${PORT} (expected: a variable that is set)",
            "throttlex.yml:5: admin.tokens.token: ${OPS} (expected: a variable that is set)",
            "throttlex.yml:6: admin.tokens.role: \"boss\""
                + " (expected: one of viewer, editor, admin)",
            "throttlex.yml:7: data-dir: ${A} (expected: a variable that is set)",
            "throttlex.yml:7: data-dir: ${B} (expected: a variable that is set)");
  }

  @Test
  void reference_thatIsMalformed_isAProblem() {
    assertThat(yaml("{data-dir: '${A-B}', rules: 'x${'}").problems())
        .containsExactly(
            "throttlex.yml:1: data-dir: ${…"
                + " (expected: ${NAME} with the name of a variable, or $${ for a literal ${)",
            "throttlex.yml:1: rules: ${…"
                + " (expected: ${NAME} with the name of a variable, or $${ for a literal ${)");
  }
}
