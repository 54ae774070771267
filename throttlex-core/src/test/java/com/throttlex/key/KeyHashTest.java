package com.throttlex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHashTest {
  private static final long KEY_0 = 0x0706050403020100L;
  private static final long KEY_1 = 0x0f0e0d0c0b0a0908L;

  /** SipHash-2-4-128 of 0, 1, 2, … bytes 00 01 02 … by the reference implementation's vectors. */
  @ParameterizedTest
  @CsvSource({
    "0, a3817f04ba25a8e66df67214c7550293",
    "1, da87c1d86b99af44347659119b22fc45",
    "2, 8177228da4a45dc7fca38bdef60affe4",
    "3, 9c70b60c5267a94e5f33b6b02985ed51",
    "4, f88164c12d9c8faf7d0f6e7c7bcd5579",
    "5, 1368875980776f8854527a07690e9627",
    "6, 14eeca338b208613485ea0308fd7a15e",
    "7, a1f1ebbed8dbc153c0b84aa61ff08239",
    "8, 3b62a9ba6258f5610f83e264f31497b4",
  })
  void naiveHash_equalsThePublishedTestVectors(int length, String expected) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) i;
    }

    long[] hash = NaiveSipHash.hash(2, 4, KEY_0, KEY_1, input);

    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(hash[0]).putLong(hash[1]);
    assertThat(HexFormat.of().formatHex(bytes.array())).isEqualTo(expected);
  }

  @Test
  void hash_ofNumbers_equalsTheNaiveHashOfTheirBytes() {
    Random random = new Random(1);
    for (int length = 0; length < 200; length++) {
      long key0 = random.nextLong();
      long key1 = random.nextLong();
      KeyHash hash = KeyHash.keyed(key0, key1);
      List<Long> words = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        words.add(random.nextLong());
        hash.add(words.get(i));
      }
      hash.end();

      assertThat(new long[] {hash.hi(), hash.lo()}).isEqualTo(naive(key0, key1, words));
    }
  }

  @Test
  void hash_ofTexts_equalsTheNaiveHashOfLengthsAndCharacters() {
    Random random = new Random(2);
    KeyHash hash = KeyHash.keyed(KEY_0, KEY_1);
    for (int round = 0; round < 2_000; round++) {
      hash.start();
      List<Long> words = new ArrayList<>();
      int texts = random.nextInt(5);
      for (int i = 0; i < texts; i++) {
        String text = text(random);
        hash.add(text);
        words.addAll(words(text));
      }
      hash.end();

      assertThat(new long[] {hash.hi(), hash.lo()}).isEqualTo(naive(KEY_0, KEY_1, words));
    }
  }

  @Test
  void hash_whenReused_givesTheSameResult() {
    KeyHash hash = new KeyHash().add("a").add((String) null).add(7).end();
    long hi = hash.hi();
    long lo = hash.lo();
    hash.start().add("x".repeat(1000)).end();

    hash.start().add("a").add((String) null).add(7).end();

    assertThat(hash.hi()).isEqualTo(hi);
    assertThat(hash.lo()).isEqualTo(lo);
  }

  @Test
  void stableHash_usesAConstantKey() {
    KeyHash hash = KeyHash.stable().add("orders").add("u-42").end();
    List<Long> words = new ArrayList<>(words("orders"));
    words.addAll(words("u-42"));
    ByteBuffer key = ByteBuffer.wrap("throttlex_stable".getBytes(StandardCharsets.US_ASCII));

    assertThat(new long[] {hash.hi(), hash.lo()})
        .isEqualTo(naive(key.getLong(), key.getLong(), words));
  }

  @Test
  void hash_withoutGivenKey_usesASecretOfTheProcess() {
    assertThat(new KeyHash().add("a").end().hi()).isEqualTo(new KeyHash().add("a").end().hi());
    assertThat(new KeyHash().add("a").end().hi())
        .isNotEqualTo(KeyHash.stable().add("a").end().hi())
        .isNotEqualTo(KeyHash.keyed(0, 0).add("a").end().hi());
  }

  private static long[] naive(long key0, long key1, List<Long> words) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * words.size()).order(ByteOrder.LITTLE_ENDIAN);
    words.forEach(bytes::putLong);
    return NaiveSipHash.hash(1, 3, key0, key1, bytes.array());
  }

  /** Its length, then its characters, four to a word, the first of them lowest. */
  private static List<Long> words(String text) {
    if (text == null) {
      return List.of(-1L);
    }
    List<Long> words = new ArrayList<>(List.of((long) text.length()));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_16LE);
    for (int i = 0; i < bytes.length; i += 8) {
      words.add(NaiveSipHash.word(bytes, i, Math.min(8, bytes.length - i)));
    }
    return words;
  }

  private static String text(Random random) {
    int length = random.nextInt(20);
    if (length == 19) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(0xD800));
    }
    return text.toString();
  }

  @Test
  void secret_withoutDigits_isRandom() {
    assertThat(KeyHash.secret(null)).isNotEqualTo(KeyHash.secret(null));
  }

  @Test
  void secret_withDigits_isThoseDigits() {
    assertThat(KeyHash.secret("0123456789abcdefFEDCBA9876543210"))
        .containsExactly(0x0123456789abcdefL, 0xfedcba9876543210L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0123", "0123456789abcdef0123456789abcdeg"})
  void secret_withOtherText_isRefused(String text) {
    assertThatThrownBy(() -> KeyHash.secret(text))
        .hasMessage("throttlex.hash-secret: '" + text + "' (expected: 32 hexadecimal digits)");
  }
}
