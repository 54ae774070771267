package com.throttlex.shared.faults;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All answers of a load, and their statistics. */
public record Answers(List<Answer> all) {
  private static final long SECOND = 1_000_000_000L;

  /** Returns the answers to requests from that time on. */
  public Answers since(long nanos) {
    return only(answer -> answer.askedAt() - nanos >= 0);
  }

  /** Returns the answers from that time on, whenever they were requested. */
  public Answers answeredSince(long nanos) {
    return only(answer -> answer.askedAt() + answer.nanos() - nanos >= 0);
  }

  public Answers only(Predicate<Answer> condition) {
    return new Answers(all.stream().filter(condition).toList());
  }

  public Answers of(String subject) {
    return only(answer -> answer.subject().equals(subject));
  }

  /** Returns the failures that callers got instead of answers. */
  public List<Throwable> failures() {
    return all.stream().filter(a -> a.failure() != null).map(Answer::failure).toList();
  }

  public long count(Predicate<Answer> condition) {
    return all.stream().filter(condition).count();
  }

  /** Returns the most answers of a kind in one second of the clock that decided. */
  public long mostInOneSecond(Predicate<Answer> condition) {
    Map<Long, Long> seconds =
        all.stream()
            .filter(condition)
            .collect(Collectors.groupingBy(a -> a.at() / SECOND, Collectors.counting()));
    return seconds.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** Returns a condition that holds from the given number of answers of a kind on. */
  public static Predicate<Answer> times(int count, Predicate<Answer> kind) {
    AtomicInteger seen = new AtomicInteger();
    return answer -> kind.test(answer) && seen.incrementAndGet() >= count;
  }

  /** Returns a condition that holds once one second has so many answers of a kind. */
  public static Predicate<Answer> inOneSecond(long amount, String subject, Predicate<Answer> kind) {
    Map<Long, Long> seconds = new ConcurrentHashMap<>();
    return answer ->
        answer.subject().equals(subject)
            && kind.test(answer)
            && seconds.merge(answer.at() / SECOND, 1L, Long::sum) >= amount;
  }

  /** Returns the time within which that part of the answers came, in milliseconds. */
  public double millis(double part) {
    long[] sorted = all.stream().mapToLong(Answer::nanos).sorted().toArray();
    int index = (int) Math.ceil(part * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(index, sorted.length - 1))] / 1e6;
  }

  /** Returns the time within which all answers came, in milliseconds. */
  public double longestMillis() {
    return millis(1);
  }
}
