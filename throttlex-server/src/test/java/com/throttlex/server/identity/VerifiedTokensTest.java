package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedTokensTest {
  private static final KeySet KEYS = new KeySet(List.of());
  private static final Identity ALICE = new Identity("alice", null, null, null);

  private final VerifiedTokens tokens = new VerifiedTokens();
  private final byte[] digest = Sha256.of("token");

  @Test
  void token_isRememberedForAMinuteAtMost() {
    tokens.put(digest, KEYS, ALICE, 1000, Long.MAX_VALUE);
    assertThat(tokens.find(digest, KEYS, 1000)).isEqualTo(ALICE);
    assertThat(tokens.find(digest, KEYS, 60_999)).isEqualTo(ALICE);
    assertThat(tokens.find(digest, KEYS, 61_000)).isNull();
  }

  @Test
  void token_thatExpires_isForgotten() {
    tokens.put(digest, KEYS, ALICE, 1000, 2000);
    assertThat(tokens.find(digest, KEYS, 1999)).isEqualTo(ALICE);
    assertThat(tokens.find(digest, KEYS, 2000)).isNull();
    tokens.put(digest, KEYS, ALICE, 3000, 2000);
    assertThat(tokens.find(digest, KEYS, 3000)).isNull();
  }

  @Test
  void token_beforeItWasVerified_isUnknown() {
    tokens.put(digest, KEYS, ALICE, 1000, 2000);
    assertThat(tokens.find(digest, KEYS, 999)).isNull();
  }

  @Test
  void token_afterTheKeysChange_isForgotten() {
    tokens.put(digest, KEYS, ALICE, 1000, 2000);
    assertThat(tokens.find(digest, new KeySet(List.of()), 1500)).isNull();
  }

  @Test
  void token_inTheSlotOfAnother_isNotConfusedWithIt() {
    byte[] neighbour = digest.clone();
    neighbour[31] ^= 1;
    tokens.put(digest, KEYS, ALICE, 1000, 2000);
    assertThat(tokens.find(neighbour, KEYS, 1500)).isNull();
    tokens.put(neighbour, KEYS, ALICE, 1000, 2000);
    assertThat(tokens.find(digest, KEYS, 1500)).as("replaced").isNull();
  }

  @Test
  void token_underConcurrentUse_neverGivesAnotherIdentity() {
    CompletableFuture<?>[] threads =
        IntStream.range(0, 4)
            .mapToObj(t -> CompletableFuture.runAsync(this::putAndFindAll))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(threads).join();
  }

  private void putAndFindAll() {
    for (int i = 0; i < 50_000; i++) {
      String user = "user-" + i % 20_000;
      byte[] token = Sha256.of(user);
      Identity found = tokens.find(token, KEYS, 1000);
      assertThat(found == null || found.user().equals(user)).as(user).isTrue();
      tokens.put(token, KEYS, new Identity(user, null, null, null), 1000, 2000);
    }
  }
}
