package com.throttlex.rules;

import com.throttlex.algorithm.Period;
import com.throttlex.rule.Block;
import com.throttlex.rule.OnExceed;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code on-exceed}: a word, a delay, a queue or a block. */
final class OnExceedReader {
  private static final String EXPECTED =
      "one of reject, queue, shed, {delay: 500ms}, {queue: 5s} or {block: 10m, after: 5}";
  private static final String DELAY_EXPECTED = "a length of time from 1ms to 1m, such as 500ms";
  private static final String QUEUE_EXPECTED = "a length of time from 1ms to 1m, such as 5s";
  private static final String BLOCK_EXPECTED = "a length of time from 1s to 30d, such as 10m";
  private static final List<OnExceed> WORDS =
      List.of(OnExceed.REJECT, OnExceed.QUEUE, OnExceed.SHED);
  private static final List<String> ALL =
      Stream.of(FieldNames.DELAY, FieldNames.QUEUE, FieldNames.BLOCK)
          .flatMap(List::stream)
          .toList();

  private OnExceedReader() {}

  /** Reads the value; returns reject after a problem. */
  static OnExceed read(Value value) {
    if (value.node() instanceof Node.Fields map) {
      OnExceed read = read(value, map.fields().keySet());
      return read == null ? OnExceed.REJECT : read;
    }
    String text = value.text(EXPECTED);
    for (OnExceed known : WORDS) {
      if (FieldNames.word(known.kind()).equals(text)) {
        return known;
      }
    }
    if (text != null) {
      value.wrong(EXPECTED);
    }
    return OnExceed.REJECT;
  }

  private static @Nullable OnExceed read(Value value, Set<String> names) {
    if (FieldNames.BLOCK.stream().anyMatch(names::contains)) {
      return block(value);
    } else if (names.contains("delay")) {
      return waiting(value, FieldNames.DELAY, "delay", OnExceed::delay, DELAY_EXPECTED);
    } else if (names.contains("queue")) {
      return waiting(value, FieldNames.QUEUE, "queue", OnExceed::queue, QUEUE_EXPECTED);
    }
    return waiting(value, ALL, "delay", OnExceed::delay, DELAY_EXPECTED); // it may be misspelt
  }

  private static @Nullable OnExceed waiting(
      Value value,
      List<String> known,
      String name,
      Function<Duration, OnExceed> kind,
      String expected) {
    Section section = value.section(known);
    Value longest = section == null ? null : section.require(name, expected);
    return longest == null
        ? null
        : longest.parsed(
            text -> waiting(LengthOfTime.parse(text, expected), kind, expected), expected);
  }

  private static OnExceed waiting(
      Duration longest, Function<Duration, OnExceed> kind, String expected) {
    try {
      return kind.apply(longest);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(expected, e);
    }
  }

  private static @Nullable OnExceed block(Value value) {
    Section section = value.section(FieldNames.BLOCK);
    if (section == null) {
      return null;
    }
    Duration length =
        length(section.require("block", BLOCK_EXPECTED), Block.LONGEST, BLOCK_EXPECTED);
    Value after = section.find("after");
    int count =
        after == null
            ? Block.USUAL_AFTER
            : (int) after.whole(1, Block.MOST_AFTER, Block.USUAL_AFTER);
    Value within = section.find("within");
    if (length == null) {
      return null;
    }
    Duration counted =
        within == null
            ? length
            : length(within, length, "a length of time from 1s to the block, " + Period.of(length));
    return counted == null ? null : OnExceed.block(new Block(length, count, counted));
  }

  /** Returns a length of time up to the longest, or null if it is absent or wrong. */
  private static @Nullable Duration length(
      @Nullable Value value, Duration longest, String expected) {
    return value == null
        ? null
        : value.parsed(
            text -> {
              Duration length = LengthOfTime.parse(text, expected);
              if (length.compareTo(Block.SHORTEST) < 0 || length.compareTo(longest) > 0) {
                throw new IllegalArgumentException(expected);
              }
              return length;
            },
            expected);
  }

  /** Returns the value to write, or null for the default. */
  static @Nullable Object tree(OnExceed onExceed) {
    Block block = onExceed.block();
    if (block != null) {
      return tree(block);
    }
    String word = FieldNames.word(onExceed.kind());
    if (!WORDS.contains(onExceed)) {
      return Map.of(word, Period.of(onExceed.longest()).toString());
    }
    return onExceed.equals(OnExceed.REJECT) ? null : word;
  }

  private static Map<String, Object> tree(Block block) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("block", Period.of(block.length()).toString());
    fields.put("after", (long) block.after());
    if (!block.within().equals(block.length())) {
      fields.put("within", Period.of(block.within()).toString());
    }
    return fields;
  }
}
