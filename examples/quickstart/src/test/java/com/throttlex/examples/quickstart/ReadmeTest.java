package com.throttlex.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's code compiles and runs, its rules can be read, and what it names is there. */
class ReadmeTest {
  private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");
  private static final Path ROOT = root();

  @TempDir Path folder;

  @Test
  void javaBlocks_compileAndRun() throws Exception {
    Path rules = Files.writeString(folder.resolve("rules.yml"), ruleFiles().get(0));
    List<String> blocks = blocks("java");
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
    for (int i = 0; i < blocks.size(); i++) {
      String code = blocks.get(i).replace("\"rules.yml\"", "\"" + rules + "\"");
      run("Snippet" + i, code);
    }
  }

  @Test
  void yamlBlocks_areValidRuleFiles() throws IOException {
    assertThat(ruleFiles())
        .isNotEmpty()
        .allSatisfy(yaml -> assertThat(RuleFile.parse(yaml, "README.md").rules()).isNotEmpty());
  }

  @Test
  void links_leadToExistingFiles() throws IOException {
    List<String> links = LINK.matcher(readme()).results().map(match -> match.group(1)).toList();
    assertThat(links).isNotEmpty().allSatisfy(link -> assertThat(ROOT.resolve(link)).exists());
  }

  @Test
  void shellBlocks_startProgramsThatExist() throws IOException {
    List<String> commands =
        blocks("sh").stream().flatMap(String::lines).filter(line -> !line.isBlank()).toList();
    assertThat(commands).contains("./mvnw verify", "./throttlex serve");
    assertThat(commands)
        .allSatisfy(
            command -> assertThat(command).matches("(\\./mvnw|\\./throttlex|curl|java -jar) .*"));
    assertThat(Files.isExecutable(ROOT.resolve("mvnw"))).isTrue();
    assertThat(Files.isExecutable(ROOT.resolve("throttlex"))).isTrue();
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = Objects.requireNonNull(folder.getParent());
    }
    return folder;
  }

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }

  /** The settings of a Spring Boot application are tested with its starter. */
  private static List<String> ruleFiles() throws IOException {
    return blocks("yaml").stream().filter(yaml -> !yaml.startsWith("throttlex:")).toList();
  }

  private static List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(readme());
    while (matcher.find()) {
      if (matcher.group(1).equals(language)) {
        blocks.add(matcher.group(2));
      }
    }
    return blocks;
  }

  private void run(String name, String block) throws Exception {
    String imports =
        block.lines().filter(l -> l.startsWith("import ")).collect(Collectors.joining("\n"));
    String body =
        block.lines().filter(l -> !l.startsWith("import ")).collect(Collectors.joining("\n"));
    Path source = folder.resolve(name + ".java");
    Files.writeString(
        source,
        imports
            + "\npublic class "
            + name
            + " { public static void main(String[] args) throws Exception {\n"
            + body
            + "\n}}");
    compile(source);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
  }

  private void compile(Path source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> options = List.of("-d", folder.toString(), "-cp", classPath, "-proc:none");
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                options,
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    assertThat(compiled).as(messages.toString()).isTrue();
  }
}
