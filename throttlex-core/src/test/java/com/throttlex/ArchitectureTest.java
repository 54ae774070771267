package com.throttlex;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package may use which, and what no class may touch. */
class ArchitectureTest {
  private static final String ROOT = "com.throttlex";

  /** Each package and the packages it may use, besides itself. The empty name is the root. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("request", Set.of("key")),
          Map.entry("key", Set.of()),
          Map.entry("adaptive", Set.of("store")),
          Map.entry("adaptive.system", Set.of("adaptive")),
          Map.entry("algorithm", Set.of()),
          Map.entry("rule", Set.of("request", "key", "algorithm", "store", "adaptive")),
          Map.entry("store", Set.of("key", "algorithm")),
          Map.entry(
              "",
              Set.of(
                  "request", "key", "algorithm", "rule", "store", "adaptive", "adaptive.system")),
          Map.entry("queue", Set.of("", "request", "algorithm", "store")),
          Map.entry("provider", Set.of("queue", "store")),
          Map.entry("http", Set.of("", "request", "rule", "algorithm")),
          Map.entry("admission", Set.of("", "request", "rule", "adaptive")));

  private static final Set<String> VAGUE_NAMES =
      Set.of("util", "utils", "common", "helper", "helpers", "impl", "manager");

  /** Calls and method references alike. */
  private static final DescribedPredicate<JavaAccess<?>> READS_THE_TIME =
      describe(
          "the time is read",
          access -> {
            String method = access.getTarget().getName();
            JavaClass owner = access.getTargetOwner();
            return owner.isEquivalentTo(System.class)
                ? method.equals("nanoTime") || method.equals("currentTimeMillis")
                : owner.getPackageName().startsWith("java.time") && method.equals("now");
          });

  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
          return "each package";
        }
      };

  private static JavaClasses production;

  @BeforeAll
  static void importProductionClasses() {
    production =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    assertThat(production)
        .as("imported production classes")
        .anyMatch(type -> !type.getSimpleName().equals("package-info"));
  }

  static Stream<String> packages() {
    return ALLOWED.keySet().stream().sorted();
  }

  @ParameterizedTest(name = "[{index}] com.throttlex {0}")
  @MethodSource("packages")
  void package_usesOnlyItsAllowedPackages(String name) {
    String[] allowed =
        Stream.concat(Stream.of(name), ALLOWED.get(name).stream())
            .map(ArchitectureTest::pattern)
            .sorted()
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(pattern(name))
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage(ROOT + "..")).or(resideInAnyPackage(allowed)))
        .allowEmptyShould(true)
        .check(production);
  }

  @Test
  void everyClass_isInAKnownPackage() {
    String[] known = packages().map(ArchitectureTest::pattern).toArray(String[]::new);
    classes().should().resideInAnyPackage(known).check(production);
  }

  @Test
  void packages_areFreeOfCycles() {
    slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles().check(production);
  }

  @Test
  void packageNames_areNotVague() {
    String[] vague =
        VAGUE_NAMES.stream().map(name -> ".." + name + "..").sorted().toArray(String[]::new);
    noClasses().should().resideInAnyPackage(vague).check(production);
  }

  @Test
  void productionCode_neitherLogsNorPrints() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(production);
    noClasses().should(ACCESS_STANDARD_STREAMS).check(production);
  }

  @Test
  void productionCode_doesNotUseJavaTimeClock() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.time.Clock")
        .check(production);
  }

  @Test
  void productionCode_exceptSystemTime_doesNotReadTheTime() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ROOT + ".SystemTime")
        .should()
        .accessTargetWhere(READS_THE_TIME)
        .allowEmptyShould(true)
        .check(production);
  }

  private static String pattern(String name) {
    return name.isEmpty() ? ROOT : ROOT + "." + name + "..";
  }
}
