package com.throttlex.jdbc;

import java.time.Duration;
import java.util.List;

/**
 * A program that changes a database until it is killed, and prints every change once it is made.
 */
final class DatabaseWriter {
  static final String DONE = " done";

  private static final Change CHANGE = DatabaseContract.CHANGE;

  private DatabaseWriter() {}

  public static void main(String[] arguments) {
    try (Database database = Database.open(arguments[0])) {
      for (int i = 0; ; i++) {
        write(database, arguments[1] + "-" + i);
      }
    }
  }

  private static void write(Database database, String name) {
    database.rules().create(name, "{}", CHANGE);
    acknowledge("rule-created", name);
    database.users().putTier(name, "pro", CHANGE);
    acknowledge("tier-set", name);
    database
        .users()
        .putOverride(
            new StoredOverride(
                name,
                "r",
                List.of("1/1s"),
                CHANGE.at().plus(Duration.ofDays(1)),
                CHANGE.actor(),
                CHANGE.at()));
    acknowledge("override-set", name);
    database
        .audit()
        .append(List.of(new AuditEntry(CHANGE.at(), "limiter", "throttled", "r", name, "")));
    acknowledge("throttled", name);
  }

  private static void acknowledge(String action, String name) {
    System.out.println(action + " " + name + DONE);
    System.out.flush();
  }
}
