package com.throttlex.jdbc;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reason why a database fails, the same for all databases and drivers. */
public enum FailureReason {
  LOCKED("locked by another program", "retry when that program is done"),
  DISK_FULL("disk full", "free space on the disk of the database"),
  READ_ONLY("read-only", "give ThrottleX write access to the database"),
  DISK_ERROR("disk error", "check the disk of the database"),
  DAMAGED("damaged", "restore the database from a backup"),
  NO_FILE("file cannot be opened", "check the permissions of the data folder"),
  REFUSED("connection refused", "start the database server, or correct the URL"),
  UNKNOWN_HOST("unknown host", "correct the URL, or the DNS entry"),
  AUTHENTICATION("authentication failed", "correct user and password"),
  FORBIDDEN("permission denied", "grant the user the missing privileges"),
  NO_DATABASE("no such database", "create the database, or correct the URL"),
  FULL_UP("too many connections", "raise the connection limit of the server"),
  STOPPING("starting or shutting down", "retry when the server runs"),
  TIMED_OUT("timed out", "retry; check the load of the database"),
  LOST("connection lost", "retry; check the network and the server"),
  OTHER("failed", "see the log");

  /** Result codes of SQLite, which come without an SQL state. */
  private static final Map<Integer, FailureReason> SQLITE =
      Map.of(
          5,
          LOCKED,
          6,
          LOCKED,
          8,
          READ_ONLY,
          10,
          DISK_ERROR,
          11,
          DAMAGED,
          13,
          DISK_FULL,
          14,
          NO_FILE,
          23,
          FORBIDDEN,
          26,
          DAMAGED);

  /** Error codes of MySQL and MariaDB. */
  private static final Map<Integer, FailureReason> MYSQL =
      Map.ofEntries(
          Map.entry(20, DISK_FULL),
          Map.entry(1021, DISK_FULL),
          Map.entry(1114, DISK_FULL),
          Map.entry(1205, LOCKED),
          Map.entry(1213, LOCKED),
          Map.entry(1290, READ_ONLY),
          Map.entry(1792, READ_ONLY),
          Map.entry(1836, READ_ONLY),
          Map.entry(1036, READ_ONLY),
          Map.entry(1015, LOCKED),
          Map.entry(1040, FULL_UP),
          Map.entry(1203, FULL_UP),
          Map.entry(1044, FORBIDDEN),
          Map.entry(1142, FORBIDDEN),
          Map.entry(1227, FORBIDDEN),
          Map.entry(1045, AUTHENTICATION),
          Map.entry(1698, AUTHENTICATION),
          Map.entry(1049, NO_DATABASE),
          Map.entry(1053, STOPPING),
          Map.entry(1927, LOST),
          Map.entry(1969, TIMED_OUT),
          Map.entry(3024, TIMED_OUT));

  /** SQL states of PostgreSQL and, of two characters, of the standard. */
  private static final Map<String, FailureReason> STATES =
      Map.ofEntries(
          Map.entry("55P03", LOCKED),
          Map.entry("40P01", LOCKED),
          Map.entry("40001", LOCKED),
          Map.entry("53100", DISK_FULL),
          Map.entry("53300", FULL_UP),
          Map.entry("25006", READ_ONLY),
          Map.entry("42501", FORBIDDEN),
          Map.entry("3D000", NO_DATABASE),
          Map.entry("57014", TIMED_OUT),
          Map.entry("57P01", STOPPING),
          Map.entry("57P02", STOPPING),
          Map.entry("57P03", STOPPING),
          Map.entry("58030", DISK_ERROR),
          Map.entry("28", AUTHENTICATION));

  private final String text;
  private final String remedy;

  FailureReason(String text, String remedy) {
    this.text = text;
    this.remedy = remedy;
  }

  /** Returns what the operator can do. */
  public String remedy() {
    return remedy;
  }

  /** Returns the reason in the form that messages use. */
  @Override
  public String toString() {
    return text;
  }

  /** Returns the first reason among the causes, or else a lost connection. */
  static FailureReason of(Throwable failure) {
    List<Throwable> parts = parts(failure);
    for (Throwable part : parts) {
      FailureReason reason = ofPart(part);
      if (reason != OTHER) {
        return reason;
      }
    }
    return parts.stream().anyMatch(FailureReason::isAboutTheConnection) ? LOST : waited(parts);
  }

  /** Returns the reason of a pool timeout, which may have no other cause. */
  private static FailureReason waited(List<Throwable> parts) {
    return parts.stream().anyMatch(SQLTransientConnectionException.class::isInstance)
        ? TIMED_OUT
        : OTHER;
  }

  /** Returns the failure, its causes, and the further failures of a batch. */
  private static List<Throwable> parts(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> parts = new ArrayList<>();
    add(failure, seen, parts);
    return parts;
  }

  private static void add(@Nullable Throwable part, Set<Throwable> seen, List<Throwable> parts) {
    if (part != null && seen.add(part)) {
      parts.add(part);
      add(part.getCause(), seen, parts);
      add(part instanceof SQLException e ? e.getNextException() : null, seen, parts);
    }
  }

  private static FailureReason ofPart(Throwable part) {
    if (part instanceof ConnectException || part instanceof NoRouteToHostException) {
      return REFUSED;
    } else if (part instanceof UnknownHostException) {
      return UNKNOWN_HOST;
    } else if (part instanceof SocketTimeoutException || part instanceof SQLTimeoutException) {
      return TIMED_OUT;
    }
    return part instanceof SQLException e ? ofCodes(e.getSQLState(), e.getErrorCode()) : OTHER;
  }

  private static FailureReason ofCodes(@Nullable String state, int code) {
    if (state == null) {
      return SQLITE.getOrDefault(code, OTHER);
    }
    FailureReason exact = STATES.getOrDefault(state, MYSQL.getOrDefault(code, OTHER));
    String kind = state.length() < 2 ? state : state.substring(0, 2);
    return exact == OTHER ? STATES.getOrDefault(kind, OTHER) : exact;
  }

  private static boolean isAboutTheConnection(Throwable part) {
    return part instanceof SQLException e
        && e.getSQLState() != null
        && e.getSQLState().startsWith("08");
  }
}
