package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.SourceTree.TestMethod;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every proof that docs/PROOFS.md names exists, and the page leaves out no item. */
class ProofsPageTest {
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*(?:Test|Contract))`");
  private static final Pattern METHOD = Pattern.compile("`([a-z][A-Za-z0-9]*_\\w+)`");
  private static final Pattern ITEM = Pattern.compile("(?m)^\\| ([CFS]\\d+) \\|");

  private final SourceTree sources = SourceTree.find();
  private final String page = sources.text(Path.of("docs", "PROOFS.md"));

  private Stream<String> named(Pattern pattern) {
    return pattern.matcher(page).results().map(found -> found.group(1));
  }

  @Test
  void classes_onThePage_exist() {
    Set<String> named = named(CLASS).collect(Collectors.toCollection(TreeSet::new));

    assertThat(named).hasSizeGreaterThan(50);
    named.removeAll(sources.classNames());
    assertThat(named).as("classes without a source file").isEmpty();
  }

  @Test
  void methods_onThePage_areTests() {
    Set<String> named = named(METHOD).collect(Collectors.toCollection(TreeSet::new));

    assertThat(named).hasSizeGreaterThan(50);
    sources.testMethods().stream().map(TestMethod::name).forEach(named::remove);
    assertThat(named).as("methods that are no tests").isEmpty();
  }

  @Test
  void items_onThePage_areEachThereOnce() {
    assertThat(named(ITEM))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(items("C", 9), items("F", 15), items("S", 12)).flatMap(i -> i).toList());
  }

  private static Stream<String> items(String group, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> group + number);
  }
}
