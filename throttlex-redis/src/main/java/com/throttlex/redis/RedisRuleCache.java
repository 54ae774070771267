package com.throttlex.redis;

import com.throttlex.provider.RuleCache;
import io.lettuce.core.KeyValue;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rule cache in Redis: the hash {@code rule:book} from id to rank and text, and the channel
 * {@code throttlex:rules}.
 *
 * <p>It is one hash, so that a script can compare, replace and count the revision in one step, also
 * in a Cluster. It expires when no node has written to it for a long time.
 */
public final class RedisRuleCache implements RuleCache {
  static final String BOOK = "rule:book";
  static final String CHANNEL = "throttlex:rules";

  private static final String REVISION = "revision";
  private static final String PARTS = "parts";
  private static final String WRITING = "writing";
  private static final Duration TIME_TO_LIVE = Duration.ofDays(90);

  /** The number of entries in one command, so that no command takes long. */
  private static final int AT_ONCE = 100;

  private static final Script OFFER = Script.of("rule-cache-offer.lua");
  private static final Script FORGET = Script.of("rule-cache-forget.lua");

  private final Redis redis;

  /** Whether entries may be stored here of which no listener has a notice. */
  private volatile boolean unfinished;

  public RedisRuleCache(Redis redis) {
    this.redis = redis;
  }

  /**
   * Offers entries. Many entries are one change for others: only the last part has a new revision
   * and a notice, which follows no revision, so that listeners compare everything.
   */
  @Override
  public CompletionStage<Void> offer(List<Entry> entries) {
    boolean many = unfinished || entries.size() > AT_ONCE;
    unfinished = many;
    CompletionStage<Void> stored =
        many
            ? inParts(entries, part -> offer("quiet", part))
            : CompletableFuture.completedStage(null);
    return stored
        .thenCompose(done -> offer(many ? "together" : "each", many ? List.of() : entries))
        .thenAccept(done -> unfinished = false);
  }

  private CompletionStage<Long> offer(String how, List<Entry> part) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(CHANNEL, Long.toString(TIME_TO_LIVE.toMillis()), how));
    part.forEach(entry -> words.addAll(List.of(entry.id(), entry.rank(), entry.text())));
    return run(OFFER, words);
  }

  @Override
  public CompletionStage<Void> forget(List<Entry> entries) {
    return inParts(
        entries,
        part -> {
          List<String> words = new ArrayList<>();
          part.forEach(entry -> words.addAll(List.of(entry.id(), value(entry))));
          return run(FORGET, words);
        });
  }

  private CompletionStage<Long> run(Script script, List<String> words) {
    String[] keys = {BOOK};
    return redis.run(script, ScriptOutputType.INTEGER, keys, words.toArray(String[]::new));
  }

  private static CompletionStage<Void> inParts(
      List<Entry> entries, Function<List<Entry>, CompletionStage<Long>> step) {
    int end = Math.min(AT_ONCE, entries.size());
    List<Entry> rest = entries.subList(end, entries.size());
    return step.apply(entries.subList(0, end))
        .thenCompose(
            done ->
                rest.isEmpty()
                    ? CompletableFuture.<Void>completedFuture(null)
                    : inParts(rest, step));
  }

  @Override
  public CompletionStage<List<Entry>> find(List<String> ids) {
    return ids.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : redis
            .ask(to -> to.hmget(BOOK, ids.toArray(String[]::new)))
            .thenApply(
                found ->
                    found.stream()
                        .filter(KeyValue::hasValue)
                        .map(pair -> entry(pair.getKey(), pair.getValue()))
                        .toList());
  }

  @Override
  public CompletionStage<Content> all() {
    return marks()
        .thenCompose(
            before ->
                scan(ScanCursor.INITIAL, new TreeMap<>())
                    .thenCompose(
                        found -> marks().thenApply(after -> content(found, before, after))));
  }

  /**
   * How far changes of many entries are.
   *
   * @param parts how many parts were ever stored
   * @param writing whether some of them have no notice yet
   */
  private record Marks(String parts, boolean writing) {}

  private CompletionStage<Marks> marks() {
    return redis
        .ask(to -> to.hmget(BOOK, PARTS, WRITING))
        .thenApply(found -> new Marks(found.get(0).getValueOrElse("0"), found.get(1).hasValue()));
  }

  private Content content(List<Entry> found, Marks before, Marks after) {
    boolean isWhole = before.equals(after) && !after.writing;
    if (before.equals(after) && after.writing) {
      unfinished = true; // the node that wrote the parts may be gone; our next offer ends them
    }
    return new Content(found, isWhole);
  }

  private CompletionStage<List<Entry>> scan(ScanCursor from, Map<String, String> found) {
    ScanArgs some = ScanArgs.Builder.limit(AT_ONCE);
    return redis
        .<MapScanCursor<String, String>>ask(to -> to.hscan(BOOK, from, some))
        .thenCompose(
            cursor -> {
              found.putAll(cursor.getMap());
              return cursor.isFinished()
                  ? CompletableFuture.completedFuture(entries(found))
                  : scan(cursor, found);
            });
  }

  private static List<Entry> entries(Map<String, String> found) {
    found.keySet().removeAll(Set.of(REVISION, PARTS, WRITING));
    return found.entrySet().stream().map(e -> entry(e.getKey(), e.getValue())).toList();
  }

  @Override
  public CompletionStage<String> revision() {
    return redis
        .ask(to -> to.hmget(BOOK, REVISION))
        .thenApply(found -> found.get(0).getValueOrElse(""));
  }

  @Override
  public void listen(Consumer<Notice> heard, Runnable connected) {
    redis.listen(CHANNEL, message -> hear(message, heard), connected);
  }

  /** Passes on a notice; ignores other messages, because any client can write to the channel. */
  private static void hear(String message, Consumer<Notice> heard) {
    String[] words = message.split(" ", 3);
    if (words.length == 3) {
      heard.accept(new Notice(words[2], words[0], words[1]));
    }
  }

  private static String value(Entry entry) {
    return entry.rank() + " " + entry.text();
  }

  private static Entry entry(String id, String value) {
    int end = Math.max(0, value.indexOf(' '));
    return new Entry(
        id, value.substring(0, end), value.substring(Math.min(end + 1, value.length())));
  }
}
