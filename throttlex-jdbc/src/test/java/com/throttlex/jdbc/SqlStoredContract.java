package com.throttlex.jdbc;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import com.throttlex.tck.StoredRequestsContract;
import com.throttlex.test.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;

/** The contract of stored requests in a database. */
abstract class SqlStoredContract extends StoredRequestsContract {
  private static final Map<Class<?>, String> URLS = new ConcurrentHashMap<>();

  private final List<Database> databases = new ArrayList<>();

  /** Returns the URL of a new database. */
  abstract String newUrl();

  private String url() {
    return URLS.computeIfAbsent(getClass(), unused -> newUrl());
  }

  private Database database() {
    Database opened = Database.open(url());
    databases.add(opened);
    return opened;
  }

  @Override
  protected StoredRequests createStore(StoredLimits limits, ManualClock clock) {
    Database opened = database();
    try {
      for (String table : List.of("queue", "stored", "stored_lane", "dead_letter")) {
        Sql.run(url(), "delete from throttlex_" + table);
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return opened.storedRequests(limits, clock);
  }

  @Override
  protected OverflowQueue deadLetters(ManualClock clock) {
    return database().queue(QueueLimits.DEFAULT, clock);
  }

  @AfterEach
  void closeDatabases() {
    databases.forEach(Database::close);
  }
}
