package com.throttlex.request;

/** Writes IPv6 addresses in their canonical form (RFC 5952, 4). */
final class Ipv6Printer {
  private static final int GROUPS = 8;

  private Ipv6Printer() {}

  static String print(Address address) {
    int gap = longestZeroRun(address);
    int gapEnd = gap + zeroRun(address, gap);
    boolean shortened = gapEnd - gap > 1;
    StringBuilder out = new StringBuilder(43);
    for (int i = 0; i < GROUPS; i++) {
      if (shortened && i == gap) {
        out.append("::");
        i = gapEnd - 1;
      } else {
        out.append(i == 0 || (shortened && i == gapEnd) ? "" : ":");
        out.append(Integer.toHexString(address.group(i)));
      }
    }
    return out.toString();
  }

  /** Returns the start of the longest run of zero groups; of equal runs, the first. */
  private static int longestZeroRun(Address address) {
    int longest = 0;
    for (int i = 1; i < GROUPS; i++) {
      if (zeroRun(address, i) > zeroRun(address, longest)) {
        longest = i;
      }
    }
    return longest;
  }

  private static int zeroRun(Address address, int from) {
    int end = from;
    while (end < GROUPS && address.group(end) == 0) {
      end++;
    }
    return end - from;
  }
}
