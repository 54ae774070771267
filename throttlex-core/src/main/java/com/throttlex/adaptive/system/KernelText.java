package com.throttlex.adaptive.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Parses the kernel's files of numbers; a value that is not in a file is empty. */
final class KernelText {
  private static final String VERSION_2 = "0::";
  private static final String WAITED = "avg10=";

  private KernelText() {}

  /** The text of a file; empty when it cannot be read. */
  static String of(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** Returns the path in {@code /proc/self/cgroup}. */
  static Optional<String> groupPath(String text) {
    return text.lines()
        .filter(line -> line.startsWith(VERSION_2 + "/"))
        .map(line -> line.substring(VERSION_2.length()))
        .findFirst();
  }

  /** A number of a file with lines of names and numbers, such as {@code cpu.stat}. */
  static OptionalLong field(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> number(line.substring(name.length())))
        .findFirst()
        .orElse(OptionalLong.empty());
  }

  /** Parses a file that has a single number; empty when it is {@code max}. */
  static OptionalLong number(String text) {
    try {
      long number = Long.parseLong(text.strip());
      return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    } catch (NumberFormatException wrong) {
      return OptionalLong.empty();
    }
  }

  /** Returns the number of processors that {@code cpu.max} allows, which may be a fraction. */
  static OptionalDouble processors(String text) {
    String[] words = text.strip().split("\\s+", -1);
    if (words.length != 2) {
      return OptionalDouble.empty();
    }
    long quota = number(words[0]).orElse(0);
    long period = number(words[1]).orElse(0);
    return quota > 0 && period > 0
        ? OptionalDouble.of((double) quota / period)
        : OptionalDouble.empty();
  }

  /** Returns the part of the last ten seconds in which some work waited, from 0 to 1. */
  static OptionalDouble pressure(String text) {
    return text.lines()
        .filter(line -> line.startsWith("some "))
        .flatMap(line -> Arrays.stream(line.split(" ", -1)))
        .filter(word -> word.startsWith(WAITED))
        .map(word -> percent(word.substring(WAITED.length())))
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble percent(String text) {
    try {
      double percent = Double.parseDouble(text);
      return percent >= 0 && percent <= 100
          ? OptionalDouble.of(percent / 100)
          : OptionalDouble.empty();
    } catch (NumberFormatException wrong) {
      return OptionalDouble.empty();
    }
  }
}
