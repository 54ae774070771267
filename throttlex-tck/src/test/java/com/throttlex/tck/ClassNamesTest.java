package com.throttlex.tck;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The simple name of a class says which class it is, in a search, a stack trace or a review. */
class ClassNamesTest {
  @Test
  void classNames_ofAllModules_areUnique() {
    Map<Path, List<Path>> byName =
        SourceTree.find().moduleFiles().stream()
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(groupingBy(Path::getFileName));

    assertThat(byName).hasSizeGreaterThan(800);
    assertThat(byName.values())
        .filteredOn(files -> files.size() > 1)
        .as("classes with the same simple name (qualify them by their concept)")
        .isEmpty();
  }
}
