package com.throttlex.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DigestCacheTest {
  private final List<String> computed = new ArrayList<>();
  private final DigestCache cache = new DigestCache(this::compute);

  private String compute(String value) {
    computed.add(value);
    return "digest of " + value;
  }

  @Test
  void digest_ofAValueUsedBefore_isNotComputedAgain() {
    String value = "ak_1";
    String equal = String.join("_", "ak", "1");

    assertThat(cache.digest(value)).isEqualTo("digest of ak_1").isSameAs(cache.digest(equal));
    assertThat(computed).containsExactly("ak_1");
  }

  @Test
  void values_withTheSameHashCode_haveTheirOwnDigests() {
    for (int i = 0; i < 100; i++) {
      for (String value : List.of("AaAa", "AaBB", "BBAa", "BBBB")) {
        assertThat(value.hashCode()).isEqualTo("AaAa".hashCode());
        assertThat(cache.digest(value)).isEqualTo("digest of " + value);
      }
    }
  }

  @Test
  void values_aQuarterOfThePlaces_areSoonAllKept() {
    for (int round = 0; round < 50; round++) {
      useQuarter();
    }
    computed.clear();

    useQuarter();

    assertThat(computed).hasSizeLessThan(DigestCache.SIZE / 400);
  }

  private void useQuarter() {
    for (int i = 0; i < DigestCache.SIZE / 4; i++) {
      cache.digest("key-0123456789abcdef-" + i);
    }
  }

  @Test
  void longValue_isComputedEachTime() {
    String kept = "k".repeat(DigestCache.LONGEST);
    String tooLong = kept + "k";

    for (int i = 0; i < 2; i++) {
      assertThat(cache.digest(kept)).isEqualTo("digest of " + kept);
      assertThat(cache.digest(tooLong)).isEqualTo("digest of " + tooLong);
    }
    assertThat(computed).containsExactly(kept, tooLong, tooLong);
  }

  @Test
  void values_moreThanThereArePlaces_allHaveTheirOwnDigests() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 3 * DigestCache.SIZE; i++) {
        assertThat(cache.digest("key-" + i)).isEqualTo("digest of key-" + i);
      }
    }
    assertThat(computed).hasSizeGreaterThan(3 * DigestCache.SIZE);
  }
}
