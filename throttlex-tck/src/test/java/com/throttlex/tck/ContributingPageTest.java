package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lists of files in CONTRIBUTING.md name classes and documents that exist. */
class ContributingPageTest {
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w{1,60})`");
  private static final Pattern DOCUMENT = Pattern.compile("`(docs/\\w{1,60}\\.md)`");

  private final SourceTree sources = SourceTree.find();
  private final String lists = lists();

  private String lists() {
    String page = sources.text(Path.of("CONTRIBUTING.md"));
    return page.substring(page.indexOf("## Adding things"), page.indexOf("## Tests"));
  }

  @Test
  void classes_ofTheLists_exist() {
    Set<String> named =
        CLASS
            .matcher(lists)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named).hasSizeGreaterThan(40);
    named.removeAll(sources.classNames());
    assertThat(named).as("classes without a source file").isEmpty();
  }

  @Test
  void documents_ofTheLists_exist() {
    assertThat(DOCUMENT.matcher(lists).results().map(found -> found.group(1)).distinct())
        .hasSizeGreaterThan(5)
        .allMatch(document -> !sources.text(Path.of(document)).isEmpty());
  }
}
