package com.throttlex.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reservation with parts in several shards, each under its own name in its shard.
 *
 * <p>The text begins with the common prefix of all names. The rest of each name follows, then
 * {@code @}, then for each name the length of its rest and the shard. For example, {@code
 * work-01@1.3w5e-1.1zq8} is {@code work-0} in one shard and {@code work-1} in the other. The text
 * is unambiguous, whatever the names contain.
 */
record SplitReservation(List<Place> places) {
  private static final Pattern FORM =
      Pattern.compile(
          "(.*)@([0-9]{1,6}\\.[0-9a-z]{1,13}(?:-[0-9]{1,6}\\.[0-9a-z]{1,13}){0,255})",
          Pattern.DOTALL);

  /** A name in the shard of that id. */
  record Place(String shard, String name) {}

  /** Creates a reservation in one shard only. */
  static SplitReservation of(String shard, String name) {
    return new SplitReservation(List.of(new Place(shard, name)));
  }

  /** Parses a text; returns null if it is not a valid reservation. */
  static @Nullable SplitReservation parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return null;
    }
    String names = form.group(1);
    List<String[]> ends = Stream.of(form.group(2).split("-")).map(e -> e.split("\\.")).toList();
    int at = names.length() - ends.stream().mapToInt(end -> Integer.parseInt(end[0])).sum();
    if (at < 0) {
      return null;
    }
    String start = names.substring(0, at);
    List<Place> places = new ArrayList<>();
    for (String[] end : ends) {
      int next = at + Integer.parseInt(end[0]);
      places.add(new Place(end[1], start + names.substring(at, next)));
      at = next;
    }
    return new SplitReservation(places);
  }

  @Override
  public String toString() {
    int shared = shared();
    String rests =
        places.stream().map(place -> place.name.substring(shared)).collect(Collectors.joining());
    return places.get(0).name.substring(0, shared)
        + rests
        + '@'
        + places.stream()
            .map(place -> place.name.length() - shared + "." + place.shard)
            .collect(Collectors.joining("-"));
  }

  /** Returns the length of the common prefix of all names. */
  private int shared() {
    String first = places.get(0).name;
    int shared = first.length();
    for (Place place : places) {
      int most = Math.min(shared, place.name.length());
      shared = 0;
      while (shared < most && first.charAt(shared) == place.name.charAt(shared)) {
        shared++;
      }
    }
    return shared;
  }
}
