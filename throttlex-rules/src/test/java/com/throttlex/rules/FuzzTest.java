package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that any change of a rule file is either read or reported as a problem. */
class FuzzTest {
  private static final int SEEDS = 400;
  private static final int MUTANTS = 10;
  private static final String GARBAGE =
      "\0\t\n :-[]{},&*!|>%@`'\"\\#?~/0aZ.\u00e9\ud83d\u2028\ufeff";

  @Test
  void corruptedFile_isReadOrRefusedWithLineNumbers() {
    int refused = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      String text = RuleFile.write(new RandomBooks(seed).book());
      for (int i = 0; i < MUTANTS; i++) {
        refused += isRefused(mutant(text, random), "seed " + seed + " mutant " + i) ? 1 : 0;
      }
    }
    assertThat(refused).as("files refused").isBetween(SEEDS * MUTANTS / 10, SEEDS * MUTANTS - 1);
  }

  private static boolean isRefused(String text, String name) {
    try {
      RuleFile.parse(text, "f");
      return false;
    } catch (InvalidRuleFileException e) {
      long lines = 1 + text.chars().filter(c -> "\n\r\u0085\u2028\u2029".indexOf(c) >= 0).count();
      assertThat(e.problems())
          .as(name)
          .isNotEmpty()
          .allSatisfy(problem -> assertThat(problem.line()).isBetween(1, (int) lines))
          .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("\n", "\0"));
      return true;
    } catch (RuntimeException e) {
      throw new AssertionError(name + "\n" + text, e);
    }
  }

  /** Returns the text with one to three pieces deleted, doubled, moved or garbled. */
  private static String mutant(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int from = random.nextInt(mutant.length());
      int to = Math.min(mutant.length(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 40));
      String piece = mutant.substring(from, to);
      switch (random.nextInt(4)) {
        case 0 -> mutant.delete(from, to).append(' ');
        case 1 -> mutant.insert(from, piece);
        case 2 -> mutant.insert(random.nextInt(mutant.length()), piece);
        default -> mutant.setCharAt(from, GARBAGE.charAt(random.nextInt(GARBAGE.length())));
      }
    }
    return mutant.toString();
  }
}
