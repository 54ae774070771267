package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No regular expression of the product repeats a group without bound, unless possessively.
 *
 * <p>Java matches such a group by recursion, once for each repetition, so a long text of a client
 * overflows the stack.
 */
class PatternsTest {
  /** A string with {@code )*}, {@code )+} or {@code ){n,}} that no {@code +} makes possessive. */
  private static final Pattern UNBOUNDED_GROUP =
      Pattern.compile("\"[^\"\\n]*?(?<!\\\\)\\)(?:[*+](?!\\+)|\\{\\d+,}(?!\\+))[^\"\\n]*\"");

  private static final Pattern USE =
      Pattern.compile("Pattern\\.compile|\\.matches\\(|replaceAll\\(");

  @Test
  void patterns_ofTheProduct_repeatNoGroupWithoutBound() {
    assertThat(SourceTree.find().productCode())
        .filteredOn(file -> USE.matcher(file.text()).find())
        .hasSizeGreaterThan(20)
        .filteredOn(file -> UNBOUNDED_GROUP.matcher(file.text()).find())
        .isEmpty();
  }

  @Test
  void unboundedGroup_inAString_isFound() {
    assertThat(UNBOUNDED_GROUP.matcher("\"(.*)@([0-9]{1,5}(?:-[0-9]{1,5})*)\"").find()).isTrue();
    assertThat(UNBOUNDED_GROUP.matcher("\"(a|b)+c\"").find()).isTrue();
    assertThat(UNBOUNDED_GROUP.matcher("\"(a|b)*+c\"").find()).isFalse();
    assertThat(UNBOUNDED_GROUP.matcher("\"(a|b){0,255}\"").find()).isFalse();
    assertThat(UNBOUNDED_GROUP.matcher("\"[(a)*]x\"").find()).isTrue();
  }
}
