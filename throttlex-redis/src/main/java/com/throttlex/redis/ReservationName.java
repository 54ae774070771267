package com.throttlex.redis;

import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The name under which charges can be settled: the one asked for and the slots it is kept in, such
 * as {@code name@5798} or {@code name@5798-12}.
 */
record ReservationName(String name, List<Integer> slots) {
  private static final Pattern FORM = Pattern.compile("(.*)@([0-9]{1,5}(?:-[0-9]{1,5})*)");

  /** Reads a name; null when it is none that was ever given. */
  static @Nullable ReservationName parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return null;
    }
    List<Integer> slots = Stream.of(form.group(2).split("-")).map(Integer::valueOf).toList();
    boolean known = slots.stream().allMatch(slot -> slot < SlotHash.SLOT_COUNT);
    return known ? new ReservationName(form.group(1), slots) : null;
  }

  @Override
  public String toString() {
    return name + '@' + slots.stream().map(String::valueOf).collect(Collectors.joining("-"));
  }
}
