package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ThrottleKeyTest {
  @Test
  void text_namesTheCommandAndEscapesTheKey() {
    assertThat(key("a|b=c%").text()).isEqualTo("cl.throttle|key=a%7Cb%3Dc%25");
    assertThat(key("ä").subject()).isEqualTo("ä");
  }

  @Test
  void differentBytes_giveDifferentTextsAndHashes() {
    byte[] alphabet = {
      0, 'a', '%', '|', (byte) 0x80, (byte) 0xc3, (byte) 0xa4, (byte) 0xed, (byte) 0xb2, (byte) 0xff
    };
    Random random = new Random(7);
    Set<String> names = new HashSet<>();
    Set<String> texts = new HashSet<>();
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(10)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = alphabet[random.nextInt(alphabet.length)];
      }
      Key key = new ThrottleKey(bytes, 0, bytes.length, new KeyHash());
      names.add(new String(bytes, StandardCharsets.ISO_8859_1));
      texts.add(key.text());
      hashes.add(key.hi() + "/" + key.lo());
    }
    assertThat(texts).hasSameSizeAs(names);
    assertThat(hashes).hasSameSizeAs(names);
  }

  @Test
  void keys_thatShareAHash_areThoseOfTheirOwnNames() {
    KeyHash hash = new KeyHash();
    String name = "a much longer name than the one that comes after it, and more of it";
    for (String next : List.of(name, "short", name)) {
      ThrottleKey shared = key(next, hash);
      ThrottleKey alone = key(next);
      assertThat(shared.hi()).isEqualTo(alone.hi());
      assertThat(shared.lo()).isEqualTo(alone.lo());
      assertThat(shared.text()).isEqualTo(alone.text());
    }
  }

  @Test
  void key_whoseBytesAreUsedAgain_doesNotChange() {
    byte[] bytes = "name".getBytes(StandardCharsets.UTF_8);
    ThrottleKey key = new ThrottleKey(bytes, 0, bytes.length, new KeyHash());
    bytes[0] = 'g';
    assertThat(key.text()).isEqualTo(key("name").text());
  }

  private static ThrottleKey key(String name) {
    return key(name, new KeyHash());
  }

  private static ThrottleKey key(String name, KeyHash hash) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return new ThrottleKey(bytes, 0, bytes.length, hash);
  }
}
