package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.KeyHash;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** C4: different tuples of key parts never share a counter and never print alike. */
class KeyInjectivityTest {
  private static final int THIRDS = 15;
  private static final KeyPart[] PARTS = {
    KeyPart.parse("user"), KeyPart.parse("attribute:a"), KeyPart.parse("endpoint")
  };

  /** Values that a careless way of joining them confuses with one another; null is absent. */
  private static List<String> values() {
    Set<String> values = new LinkedHashSet<>();
    values.add(null);
    values.add("");
    String[] odd = {
      "a", "b", "ab", "A", "_", ".", ":", "/", "|", "{", "}", "\0", "=", "%", ",", ";", "#", " "
    };
    for (String one : odd) {
      values.add(one);
      for (String two : odd) {
        values.add(one + two);
      }
    }
    values.addAll(List.of("a ", "a  ", " a", "a\t", "a\n", "null", "NULL", "-1", "0", "00"));
    for (String composed : List.of("é", "ü", "Å", "ﬁ", "한")) {
      for (Normalizer.Form form : Normalizer.Form.values()) {
        values.add(Normalizer.normalize(composed, form));
      }
    }
    values.addAll(List.of("user=a", "a|user=b", "a|attribute:a=b", "%7C", "%7c", "%25", "%2525"));
    values.addAll(List.of("\ud800", "\udc00", "\ud800\udc00", "\udc00\ud800", "\ufffd", "ı", "İ"));
    values.addAll(List.of("aaaa", "aaaaa", "aaa", "aaa\0", "aaaa\0", "aaaaaaaa", "aaaaaaaa\0"));
    return Arrays.asList(values.toArray(new String[0]));
  }

  @Test
  void hashes_ofTwoMillionTuples_areAllDifferent() {
    List<String> all = values();
    List<String> some = all.subList(0, THIRDS);
    long[] hashes = new long[2 * all.size() * all.size() * some.size()];
    KeyHash hash = new KeyHash();
    int size = 0;
    for (String first : all) {
      for (String second : all) {
        for (String third : some) {
          hash.start().add(first).add(second).add(third).end();
          hashes[size++] = hash.hi();
          hashes[size++] = hash.lo();
        }
      }
    }

    assertThat(size / 2).isGreaterThan(2_000_000);
    assertThat(distinct(hashes)).isEqualTo(size / 2);
  }

  /** Returns the number of different pairs; pairs with equal first halves are compared in full. */
  private static int distinct(long[] pairs) {
    long[] firsts = new long[pairs.length / 2];
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = pairs[2 * i];
    }
    Arrays.sort(firsts);
    Set<Long> repeated = new HashSet<>();
    for (int i = 1; i < firsts.length; i++) {
      if (firsts[i] == firsts[i - 1]) {
        repeated.add(firsts[i]);
      }
    }
    Set<List<Long>> whole = new HashSet<>();
    int single = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      if (repeated.contains(pairs[i])) {
        whole.add(List.of(pairs[i], pairs[i + 1]));
      } else {
        single++;
      }
    }
    return single + whole.size();
  }

  @Test
  void printedTexts_ofTwoMillionTuples_areAllDifferent() {
    List<String> all = values();
    Set<String> ends = new HashSet<>();
    int tuples = 0;
    for (String third : all.subList(0, THIRDS)) {
      Set<String> printed = new HashSet<>();
      for (String first : all) {
        for (String second : all) {
          printed.add(print(first, second, third));
        }
      }
      assertThat(printed).hasSize(all.size() * all.size());
      printed.forEach(text -> ends.add(text.substring(text.lastIndexOf('|'))));
      tuples += printed.size();
    }

    assertThat(ends).hasSize(THIRDS);
    assertThat(tuples).isGreaterThan(2_000_000);
  }

  @Test
  void printedTuples_whenParsed_giveTheSameTuples() {
    List<String> all = values();
    for (String first : all) {
      for (String second : all) {
        assertThat(KeyFormat.parse("r", PARTS, print(first, second, first)))
            .containsEntry(PARTS[0], first)
            .containsEntry(PARTS[1], second)
            .containsEntry(PARTS[2], first);
      }
    }
  }

  private static String print(String user, String attribute, String endpoint) {
    Function<KeyPart, String> values =
        part -> part.equals(PARTS[0]) ? user : part.equals(PARTS[1]) ? attribute : endpoint;
    return KeyFormat.text("r", PARTS, values);
  }
}
