package com.throttlex.benchmarks.replay;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * A combined log of many clients and services, the same in every run, and the rules for it.
 *
 * @param lines the number of lines
 * @param clients the number of addresses
 * @param services the number of services; each has a rule
 */
record SampleLog(int lines, int clients, int services) {
  /** The requests of an address to a service that fit into a minute. */
  static final int LIMIT = 4;

  private static final int PER_SECOND = 500;
  private static final String AGENT =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari";

  /** Returns a rule for each service: a number of requests per address and minute. */
  RuleBook rules() {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < services; i++) {
      rules.add(
          Rule.builder("service-" + i)
              .endpoint("/service-" + i + "/**")
              .key("ip")
              .limits(LIMIT + "/1m")
              .algorithm(Algorithm.FIXED_WINDOW)
              .build());
    }
    return RuleBook.of(rules.toArray(new Rule[0]));
  }

  /** Returns the same rules for scripts. */
  String json() {
    return IntStream.range(0, services)
        .mapToObj(
            i ->
                "{\"id\": \"service-%d\", \"endpoint\": \"/service-%d/**\", \"limit\": %d}"
                    .formatted(i, i, LIMIT))
        .collect(Collectors.joining(",\n", "[", "]\n"));
  }

  /** Writes the log, plain or compressed. */
  void write(Path file, boolean gzip) throws IOException {
    Random random = new Random(20_261_116);
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = gzip ? new GZIPOutputStream(plain, 1 << 16) : plain) {
      StringBuilder text = new StringBuilder(1 << 20);
      for (int i = 0; i < lines; i++) {
        append(text, i / PER_SECOND, random);
        if (text.length() > 1 << 19 || i == lines - 1) {
          out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
          text.setLength(0);
        }
      }
    }
  }

  /** Appends a line. Squares make some clients busy; every client has one service. */
  private void append(StringBuilder text, int second, Random random) {
    double share = random.nextDouble();
    int client = (int) (share * share * clients);
    text.append(10).append('.').append(client >> 16).append('.').append(client >> 8 & 255);
    text.append('.').append(client & 255).append(" - - [16/Nov/2026:");
    text.append(String.format(Locale.ROOT, "%02d:", 8 + second / 3600));
    text.append(String.format(Locale.ROOT, "%02d:%02d", second / 60 % 60, second % 60));
    text.append(" +0000] \"GET /service-").append(client % services).append("/items/");
    text.append(random.nextInt(1000)).append("?page=").append(random.nextInt(10));
    text.append(" HTTP/1.1\" 200 ").append(random.nextInt(100_000));
    text.append(" \"https://shop.example/\" \"").append(AGENT).append("\"\n");
  }
}
