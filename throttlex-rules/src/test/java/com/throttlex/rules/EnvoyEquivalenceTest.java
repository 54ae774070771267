package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.Matching;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that imported rules choose the limit that Envoy's service would, except where the import
 * reports a difference.
 */
class EnvoyEquivalenceTest {
  private static final int TREES = 300;
  private static final List<List<EnvoyTree.Entry>> REQUESTS = EnvoyTree.requests(3);

  private int same;
  private int limited;
  private int different;
  private int clean;
  private int reportedInVain;

  @Test
  void import_ofPlainTree_differsFromEnvoyOnlyWhereReported() {
    compare(false);

    assertThat(clean).as("trees without any difference").isGreaterThan(TREES / 4);
    assertThat(reportedInVain).as("trees whose differences are none").isZero();
  }

  @Test
  void import_ofTreeWithUnsupportedSettings_differsFromEnvoyOnlyWhereReported() {
    compare(true);

    assertThat(different).as("requests with another limit").isPositive();
  }

  private void compare(boolean odd) {
    for (long seed = 0; seed < TREES; seed++) {
      EnvoyTree tree = new EnvoyTree(seed, odd);
      EnvoyImport imported = EnvoyRules.parse(tree.yaml(), "seed " + seed);
      Set<Integer> lines =
          imported.notEquivalent().stream().map(Problem::line).collect(Collectors.toSet());
      int before = different;
      REQUESTS.forEach(request -> compare(tree, imported, lines, request));
      clean += lines.isEmpty() ? 1 : 0;
      reportedInVain += !lines.isEmpty() && different == before ? 1 : 0;
    }
    System.out.printf(
        "%d same, %d of them limited, %d different, %d trees without difference%n",
        same, limited, different, clean);
    assertThat(limited).as("requests with the same limit").isGreaterThan(20 * TREES);
  }

  private void compare(
      EnvoyTree tree, EnvoyImport imported, Set<Integer> lines, List<EnvoyTree.Entry> request) {
    EnvoyTree.Walk walk = tree.walk(request);
    List<String> expected = walk.limit() == 0 ? List.of() : List.of("L" + walk.limit());
    List<String> actual = limits(imported.book(), request);
    if (actual.equals(expected)) {
      same++;
      limited += expected.size();
    } else {
      different++;
      assertThat(walk.lines())
          .as("%s of %s, not %s in%n%s", actual, request, expected, tree.yaml())
          .containsAnyElementsOf(lines);
    }
  }

  /** Returns the limits that apply, except unlimited ones. */
  private static List<String> limits(RuleBook book, List<EnvoyTree.Entry> request) {
    Matching matching = new Matching();
    book.match(EnvoyTree.context(EnvoyTree.DOMAIN, request), matching);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < matching.size(); i++) {
      ids.add(matching.get(i).rule().id());
    }
    ids.removeIf(id -> id.startsWith(EnvoyTree.DOMAIN));
    return ids;
  }
}
