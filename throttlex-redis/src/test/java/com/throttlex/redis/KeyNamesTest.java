package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.key.KeyText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyNamesTest {
  private static String counter(String subject, String rule) {
    return KeyNames.SHARED.counter(Key.of(rule + "|user=" + subject, subject), 0);
  }

  @Test
  void name_ofACounter_showsSubjectRuleAndIndex() {
    Key key = Key.of("orders|user=alice", "alice");
    assertThat(KeyNames.SHARED.counter(key, 1)).isEqualTo("rl:{alice}:orders|user=alice:1");
  }

  @Test
  void subjects_withBracesBlanksOrNothing_keepAllTheirKeysInOneSlot() {
    for (String subject :
        List.of(
            "}", "{", "{}", "a{b", "}{", "{{}}", "a b", " ", "x".repeat(5000), "{".repeat(999))) {
      int slot = KeyNames.slot(counter(subject, "one"));
      assertThat(KeyNames.slot(counter(subject, "two"))).as(subject).isEqualTo(slot);
      Key key = Key.of("three|user=" + subject, subject);
      assertThat(KeyNames.slot(KeyNames.SHARED.replay(key, "}{"))).as(subject).isEqualTo(slot);
      assertThat(KeyNames.slot(KeyNames.SHARED.reservation(slot, "{}"))).isEqualTo(slot);
      assertThat(counter(subject, "one")).doesNotContain(" ");
    }
  }

  @Test
  void keys_withoutASubject_spreadByTheirRule() {
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      slots.add(KeyNames.slot(KeyNames.SHARED.counter(Key.of("rule-" + i, ""), 0)));
    }
    assertThat(slots).hasSizeGreaterThan(80);
    assertThat(KeyNames.SHARED.counter(Key.of("", ""), 0)).isEqualTo("rl:{-}::0");
  }

  @Test
  void names_ofLongKeys_areShortAndDifferent() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      String name = counter("x".repeat(2000) + i, "rule");
      assertThat(name.getBytes(StandardCharsets.UTF_8).length).isLessThan(200);
      assertThat(names.add(name)).isTrue();
    }
  }

  /** Separators, characters that look like one, and characters that look like nothing. */
  private static final String[] SIGNS = {
    "_", ".", ":", "/", "|", "{", "}", "\0", " ", "=", "%", "A", "a", "\u00e9", "e\u0301"
  };

  /** Returns all texts of up to three signs. */
  private static List<String> texts() {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int from = 0, to = 1, length = 0; length < 3; length++, from = to, to = texts.size()) {
      for (int i = from; i < to; i++) {
        for (String sign : SIGNS) {
          texts.add(texts.get(i) + sign);
        }
      }
    }
    return texts;
  }

  @Test
  void names_ofMillionsOfPairs_areAllDifferent() {
    List<String> texts = texts().subList(0, 2_000).stream().map(KeyText::escape).toList();
    long[] hashes = new long[texts.size() * texts.size()];
    int pairs = 0;
    for (String subject : texts) {
      for (String endpoint : texts) {
        String text = "r|user=" + subject + "|endpoint=" + endpoint;
        String name = KeyNames.SHARED.counter(Key.of(text, subject), 0);
        hashes[pairs++] = KeyHash.stable().add(name).end().hi();
      }
    }
    Arrays.sort(hashes);
    long equal = IntStream.range(1, hashes.length).filter(i -> hashes[i] == hashes[i - 1]).count();
    assertThat(pairs).isEqualTo(4_000_000);
    assertThat(equal).as("names that were seen twice").isZero();
  }
}
