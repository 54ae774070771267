package com.throttlex.spring;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package of the starter may use which; the arrows point to the root. */
class SpringArchitectureTest {
  private static final String ROOT = "com.throttlex.spring";

  /** The allowed dependencies besides the package itself and the root, which uses none of them. */
  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          entry("actuate", List.of("refresh", "store")),
          entry("client", List.of("reactive")),
          entry("gateway", List.of("reactive")),
          entry("health", List.of()),
          entry("method", List.of("reactive")),
          entry("reactive", List.of()),
          entry("refresh", List.of()),
          entry("server", List.of()),
          entry("service", List.of("store")),
          entry("servlet", List.of()),
          entry("store", List.of()),
          entry("webflux", List.of("reactive")));

  private static JavaClasses production;

  @BeforeAll
  static void importProductionClasses() {
    production =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    assertThat(production).hasSizeGreaterThan(80);
  }

  static Stream<String> packages() {
    return ALLOWED.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void package_usesOnlyItsAllowedPackages(String name) {
    String[] allowed =
        Stream.concat(
                Stream.of(ROOT, ROOT + "." + name),
                ALLOWED.get(name).stream().map(other -> ROOT + "." + other))
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(ROOT + "." + name)
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage(ROOT + "..")).or(resideInAnyPackage(allowed)))
        .check(production);
  }

  @Test
  void rootPackage_usesNoneOfTheOthers() {
    noClasses()
        .that()
        .resideInAPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".*..")
        .check(production);
  }

  @Test
  void everyClass_isInAKnownPackage() {
    String[] known =
        Stream.concat(Stream.of(ROOT), packages().map(name -> ROOT + "." + name))
            .toArray(String[]::new);
    classes().should().resideInAnyPackage(known).check(production);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(production);
  }

  /** But for what tells users from their logins, behind a look whether Spring Security is there. */
  @Test
  void rootPackage_usesNoOptionalLibrary() {
    noClasses()
        .that()
        .resideInAPackage(ROOT)
        .and()
        .haveNameNotMatching(".*\\.Principals(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "com.throttlex.grpc..",
            "com.throttlex.jdbc..",
            "com.throttlex.redis..",
            "com.throttlex.servlet..",
            "io.grpc..",
            "io.lettuce..",
            "jakarta.servlet..",
            "org.springframework.boot.actuate..",
            "org.springframework.boot.health..",
            "org.springframework.boot.web..",
            "org.springframework.cloud..",
            "org.springframework.data..",
            "org.springframework.http..",
            "org.springframework.jdbc..",
            "org.springframework.security..",
            "org.springframework.web..",
            "reactor..")
        .check(production);
  }

  @Test
  void starter_usesNoServerBenchmarkExampleOrTestCode() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "com.throttlex.server..",
            "com.throttlex.benchmarks..",
            "com.throttlex.examples..",
            "com.throttlex.tck..",
            "com.throttlex.test..")
        .check(production);
  }
}
