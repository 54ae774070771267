package com.throttlex.replay.suggest;

import com.throttlex.request.RequestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Traffic of which the answer is known: 98 % normal clients, some crawlers, and one address that
 * tries passwords at {@code /login}. Equal traffic from equal seeds.
 */
final class KnownTraffic implements RecordedTraffic {
  static final Instant START = Instant.parse("2026-11-01T08:00:00Z");

  /** The kind of a client, which its address shows. */
  enum Kind {
    NORMAL("10."),
    CRAWLER("172.16."),
    STUFFER("192.0.2.");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }

    static Kind of(String address) {
      for (Kind kind : values()) {
        if (address.startsWith(kind.prefix)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("address: " + address + " (expected: one of a kind)");
    }
  }

  /** One request. */
  record Hit(long nanos, RequestContext request, int status) {}

  private final Random random;
  private final long length;
  private final List<Hit> hits = new ArrayList<>();

  private KnownTraffic(long seed, Duration length) {
    random = new Random(seed);
    this.length = length.toNanos();
  }

  /** Returns traffic of that many clients. */
  static KnownTraffic of(long seed, int clients, Duration length) {
    KnownTraffic traffic = new KnownTraffic(seed, length);
    int crawlers = Math.max(1, clients / 50 - 1);
    for (int i = 0; i < clients - crawlers - 1; i++) {
      traffic.browse(
          Kind.NORMAL.prefix + i / 65536 + "." + i / 256 % 256 + "." + i % 256, "u-" + i);
    }
    for (int i = 0; i < crawlers; i++) {
      traffic.crawl(Kind.CRAWLER.prefix + i / 256 + "." + i % 256);
    }
    traffic.stuff(Kind.STUFFER.prefix + "7");
    traffic.hits.sort(Comparator.comparingLong(Hit::nanos));
    return traffic;
  }

  List<Hit> hits() {
    return hits;
  }

  @Override
  public void read(Sink sink) {
    hits.forEach(hit -> sink.accept(hit.nanos, hit.request, hit.status));
  }

  /** A person: some sessions, each with a login and some pages, some people more than others. */
  private void browse(String address, String user) {
    double activity = Math.min(3, Math.exp(0.6 * random.nextGaussian()));
    int sessions = 1 + (int) (activity * random.nextInt(3));
    for (int i = 0; i < sessions; i++) {
      long at = random.nextLong(length);
      int pages = 2 + (int) (activity * random.nextInt(15));
      add(at, address, null, "POST", "/login", 200);
      for (int page = 0; page < pages; page++) {
        at += 500_000_000L + (long) (-5e9 * Math.log(1 - random.nextDouble()));
        page(at, address, user);
      }
    }
  }

  private void page(long at, String address, String user) {
    switch (random.nextInt(10)) {
      case 0 -> add(at, address, user, "GET", "/", 200);
      case 1, 2 -> add(at, address, user, "GET", "/orders", 200);
      case 3, 4 -> add(at, address, user, "GET", "/orders/" + random.nextInt(1_000_000), 200);
      case 5 -> add(at, address, user, "POST", "/orders", 201);
      case 6 -> add(at, address, user, "GET", "/missing/" + random.nextInt(1000), 404);
      default -> add(at, address, user, "GET", product(), 200);
    }
  }

  private String product() {
    int number = random.nextInt(2000);
    return "/products/" + (char) ('a' + number % 26) + "-thing-" + Integer.toString(number, 26);
  }

  /** A crawler: two to five pages a second for four minutes. */
  private void crawl(String address) {
    double perSecond = 2 + 3 * random.nextDouble();
    long at = random.nextLong(length / 2);
    for (int i = 0; i < 240 * perSecond; i++) {
      at += (long) (1e9 / perSecond * (0.5 + random.nextDouble()));
      add(at, address, null, "GET", product(), 200);
    }
  }

  /** One password a second for ten minutes. */
  private void stuff(String address) {
    long at = random.nextLong(length / 2);
    for (int i = 0; i < 600; i++) {
      at += 1_000_000_000L;
      add(at, address, null, "POST", "/login", 401);
    }
  }

  private void add(
      long at, String address, @Nullable String user, String method, String path, int status) {
    RequestContext request =
        RequestContext.builder().ip(address).user(user).method(method).endpoint(path).build();
    hits.add(new Hit(START.getEpochSecond() * 1_000_000_000L + at, request, status));
  }
}
