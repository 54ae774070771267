package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
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
      Key key = new ThrottleKey().of(bytes, 0, bytes.length);
      names.add(new String(bytes, StandardCharsets.ISO_8859_1));
      texts.add(key.text());
      hashes.add(key.hi() + "/" + key.lo());
    }
    assertThat(texts).hasSameSizeAs(names);
    assertThat(hashes).hasSameSizeAs(names);
  }

  @Test
  void key_usedAgain_equalsANewOne() {
    ThrottleKey used = key("a much longer name than the one that comes after it, and more of it");
    byte[] bytes = "short".getBytes(StandardCharsets.UTF_8);
    used.of(bytes, 0, bytes.length);

    Key fresh = key("short");
    assertThat(used.hi()).isEqualTo(fresh.hi());
    assertThat(used.lo()).isEqualTo(fresh.lo());
    assertThat(used.text()).isEqualTo(fresh.text());
  }

  private static ThrottleKey key(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return new ThrottleKey().of(bytes, 0, bytes.length);
  }
}
