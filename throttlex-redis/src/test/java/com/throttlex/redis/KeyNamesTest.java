package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
}
