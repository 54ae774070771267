package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Entrant;
import com.throttlex.benchmarks.store.Workload;
import java.util.Arrays;
import java.util.List;

/** The compared limiters. */
enum SqlContender implements Entrant {
  OURS("ThrottleX"),
  LOCKING("Bucket4j, row lock"),
  ADVISORY("Bucket4j, advisory");

  private final String text;

  SqlContender(String text) {
    this.text = text;
  }

  @Override
  public boolean isOurs() {
    return this == OURS;
  }

  /** Returns whether it blocks its caller. */
  boolean blocks() {
    return this != OURS;
  }

  /** Returns the limiters that support such a server. */
  static List<SqlContender> on(Product product) {
    return Arrays.stream(values())
        .filter(who -> who != ADVISORY || product == Product.POSTGRESQL)
        .toList();
  }

  /** Connects to the database at that URL. */
  Contender start(Product product, String url, Workload workload) {
    return switch (this) {
      case OURS -> new SqlOurs(url, workload);
      case LOCKING -> SqlBucket4j.locking(product, url, workload);
      case ADVISORY -> SqlBucket4j.advisory(url, workload);
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
