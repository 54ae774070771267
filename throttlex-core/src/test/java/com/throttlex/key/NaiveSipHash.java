package com.throttlex.key;

/**
 * SipHash with 128 bits over bytes, written down from the paper and its reference: slow, plain, and
 * with any number of rounds.
 */
final class NaiveSipHash {
  private final int rounds;
  private final int finalRounds;
  private final long[] v = new long[4];

  private NaiveSipHash(int rounds, int finalRounds) {
    this.rounds = rounds;
    this.finalRounds = finalRounds;
  }

  /** The two halves of SipHash-{@code rounds}-{@code finalRounds}-128 of the bytes. */
  static long[] hash(int rounds, int finalRounds, long key0, long key1, byte[] input) {
    return new NaiveSipHash(rounds, finalRounds).hash(key0, key1, input);
  }

  private long[] hash(long key0, long key1, byte[] input) {
    v[0] = key0 ^ 0x736f6d6570736575L;
    v[1] = key1 ^ 0x646f72616e646f6dL ^ 0xee;
    v[2] = key0 ^ 0x6c7967656e657261L;
    v[3] = key1 ^ 0x7465646279746573L;
    int whole = input.length / 8 * 8;
    for (int i = 0; i < whole; i += 8) {
      compress(word(input, i, 8));
    }
    compress(word(input, whole, input.length - whole) | (long) input.length << 56);
    v[2] ^= 0xee;
    rounds(finalRounds);
    long first = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    rounds(finalRounds);
    return new long[] {first, v[0] ^ v[1] ^ v[2] ^ v[3]};
  }

  private void compress(long word) {
    v[3] ^= word;
    rounds(rounds);
    v[0] ^= word;
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      v[0] += v[1];
      v[2] += v[3];
      v[1] = Long.rotateLeft(v[1], 13);
      v[3] = Long.rotateLeft(v[3], 16);
      v[1] ^= v[0];
      v[3] ^= v[2];
      v[0] = Long.rotateLeft(v[0], 32);
      v[2] += v[1];
      v[0] += v[3];
      v[1] = Long.rotateLeft(v[1], 17);
      v[3] = Long.rotateLeft(v[3], 21);
      v[1] ^= v[2];
      v[3] ^= v[0];
      v[2] = Long.rotateLeft(v[2], 32);
    }
  }

  /** Bytes as a number, the first of them lowest. */
  static long word(byte[] bytes, int from, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[from + i] & 0xFFL) << (8 * i);
    }
    return word;
  }
}
