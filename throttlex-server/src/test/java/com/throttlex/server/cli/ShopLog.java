package com.throttlex.server.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The access log of a shop: people who log in, look at orders and place some, one address that
 * tries passwords, and some that read all products. The same lines every time.
 */
final class ShopLog {
  private static final long START = Instant.parse("2026-11-02T08:00:00Z").getEpochSecond();
  private static final int SECONDS = 4 * 3600;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

  private record Line(long second, String text) {}

  private final Random random = new Random(7);
  private final List<Line> lines = new ArrayList<>();

  private ShopLog() {}

  static String text() {
    ShopLog log = new ShopLog();
    for (int i = 0; i < 1500; i++) {
      log.person("198.51." + i / 250 + "." + i % 250);
    }
    for (int i = 0; i < 600; i++) {
      log.add(3600 + i, "203.0.113.9", "POST /login", 401);
    }
    for (int i = 0; i < 3 * 900; i++) {
      log.add(5000 + i / 6, "192.0.2." + i % 3, "GET /products/" + i % 500, 200);
    }
    Collections.sort(log.lines, (a, b) -> Long.compare(a.second, b.second));
    StringBuilder text = new StringBuilder();
    log.lines.forEach(line -> text.append(line.text).append('\n'));
    return text.toString();
  }

  private void person(String address) {
    long second = random.nextInt(SECONDS);
    add(second, address, "POST /login", 200);
    for (int i = random.nextInt(12); i >= 0; i--) {
      second += 1 + random.nextInt(20);
      switch (random.nextInt(4)) {
        case 0 -> add(second, address, "POST /orders", 201);
        case 1 -> add(second, address, "GET /products/" + random.nextInt(500), 200);
        default -> add(second, address, "GET /orders/" + random.nextInt(100_000), 200);
      }
    }
  }

  private void add(long second, String address, String request, int status) {
    String time = TIME.format(Instant.ofEpochSecond(START + second).atOffset(ZoneOffset.UTC));
    lines.add(
        new Line(
            second,
            String.format(
                Locale.ROOT, "%s - - [%s] \"%s HTTP/1.1\" %d 17", address, time, request, status)));
  }
}
