package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import com.throttlex.key.KeyText;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Keys whose parts careless joining, collation, trimming or encoding would merge. */
final class AdversarialKeys {
  private static final List<String> PIECES =
      List.of(
          "a",
          "A",
          "b",
          "_",
          ".",
          ":",
          "/",
          "|",
          "{",
          "}",
          "{}",
          "\0",
          " ",
          "\t",
          "\n",
          "%",
          "=",
          "%7C",
          "%25",
          "\\",
          "'",
          "\"",
          "*",
          "?",
          "[",
          "]",
          "#",
          "é",
          "e\u0301",
          "ß",
          "SS",
          "ss",
          "İ",
          "i",
          "ı",
          "ﬁ",
          "fi",
          "\uD83D\uDE00",
          "\uD83D",
          "\uDE00",
          "\uFEFF",
          "\u200B",
          "０",
          "0",
          "00",
          "-0");

  private AdversarialKeys() {}

  private record Identity(String user, String address) {
    Key key() {
      String user = KeyText.escape(this.user);
      return Key.of("tck|user=" + user + "|ip=" + KeyText.escape(address), user);
    }
  }

  /** Returns pairs that differ in one way each. */
  static List<Key> handPicked() {
    Set<Identity> identities = new LinkedHashSet<>();
    for (String piece : PIECES) {
      identities.add(new Identity(piece, ""));
      identities.add(new Identity("", piece));
      identities.add(new Identity(piece, piece));
      identities.add(new Identity(piece + piece, ""));
      identities.add(new Identity("user" + piece, ""));
      identities.add(new Identity(piece + "user", ""));
      identities.add(new Identity("user", "|ip=" + piece));
      identities.add(new Identity("user|ip=" + piece, ""));
      identities.add(new Identity("x".repeat(300) + piece, ""));
      identities.add(new Identity(Normalizer.normalize(piece, Normalizer.Form.NFKD) + "!", ""));
    }
    return keys(identities);
  }

  /** Returns that many different pairs of parts. */
  static List<Key> random(long seed, int count) {
    Random random = new Random(seed);
    Set<Identity> identities = new LinkedHashSet<>();
    while (identities.size() < count) {
      identities.add(new Identity(part(random), part(random)));
    }
    return keys(identities);
  }

  private static String part(Random random) {
    StringBuilder part = new StringBuilder();
    int length = random.nextInt(5);
    for (int i = 0; i < length; i++) {
      part.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return part.toString();
  }

  private static List<Key> keys(Set<Identity> identities) {
    List<Key> keys = new ArrayList<>(identities.size());
    Set<String> texts = new HashSet<>();
    for (Identity identity : identities) {
      Key key = identity.key();
      assertThat(texts.add(key.text())).as("a text of its own for %s", key.text()).isTrue();
      keys.add(key);
    }
    return keys;
  }
}
