package com.throttlex.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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

/** Which package of the service may use which; the arrows point one way. */
class ServerArchitectureTest {
  private static final String ROOT = "com.throttlex.server";

  /** The root may use all; no other may use the root. */
  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("access", List.of("identity")),
          Map.entry("admin", List.of("access", "identity", "json", "live", "prometheus", "rules")),
          Map.entry("backend", List.of()),
          Map.entry("capacity", List.of()),
          Map.entry("cli", List.of("capacity", "config")),
          Map.entry("compat", List.of("admin", "identity", "json", "rules")),
          Map.entry("config", List.of("identity", "recording")),
          Map.entry("connection", List.of()),
          Map.entry("dashboard", List.of("access", "admin")),
          Map.entry("envoy", List.of()),
          Map.entry("grpc", List.of("access", "envoy", "identity")),
          Map.entry("http", List.of("access", "envoy", "identity", "json")),
          Map.entry("identity", List.of()),
          Map.entry("json", List.of()),
          Map.entry("insight", List.of("admin")),
          Map.entry("live", List.of("access")),
          Map.entry("prometheus", List.of("identity")),
          Map.entry("proxy", List.of("access", "identity")),
          Map.entry("recording", List.of("admin", "identity")),
          Map.entry("resp", List.of("access")),
          Map.entry("rules", List.of()));

  private static JavaClasses production;

  @BeforeAll
  static void importProductionClasses() {
    production =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    assertThat(production).hasSizeGreaterThan(100);
  }

  static Stream<String> packages() {
    return ALLOWED.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void package_usesOnlyItsAllowedPackages(String name) {
    String[] allowed =
        Stream.concat(Stream.of(name), ALLOWED.get(name).stream())
            .map(allowedName -> ROOT + "." + allowedName)
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(ROOT + "." + name)
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage(ROOT + "..")).or(resideInAnyPackage(allowed)))
        .check(production);
  }

  @Test
  void everyClass_isInAKnownPackage() {
    String[] known =
        Stream.concat(Stream.of(ROOT), packages().map(name -> ROOT + "." + name))
            .toArray(String[]::new);
    classes().should().resideInAnyPackage(known).check(production);
  }
}
