package com.throttlex.jdbc;

import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Recognises failures that a retry cannot solve: the server was reached and rejected the
 * connection. The operator must change the URL or the server.
 */
public final class DatabaseRefusal {
  private static final String LOGIN =
      "check user and password of the URL, and the hosts from which the user may log in";
  private static final String DATABASE = "create the database, or use another one in the URL";
  private static final String RIGHTS =
      "grant the user the privileges that docs/OPERATIONS.md lists";
  private static final String TLS = "check the parameters of the URL for TLS and keys";
  private static final String PROTOCOL =
      "another kind of server answers there: check scheme, host and port of the URL";
  private static final String FILE = "use a SQLite file in a folder with write permission";

  /** Wrong or missing password, unknown user or host, locked account, expired password. */
  private static final Set<Integer> LOGIN_CODES =
      Set.of(1045, 1129, 1130, 1251, 1698, 1820, 1862, 3118, 4151);

  private static final Set<Integer> RIGHTS_CODES = Set.of(1044, 1142, 1143, 1227, 1370);
  private static final int UNKNOWN_DATABASE = 1049;
  private static final int INSECURE = 3159;

  /** The codes of SQLite for a file that it cannot open, or that is not a database. */
  private static final Set<Integer> FILE_CODES = Set.of(14, 26);

  /** The messages of MariaDB's driver for failures without a code. */
  private static final Set<String> TLS_WORDS =
      Set.of("ssl not enabled in the server", "Self signed certificates", "RSA public key");

  private DatabaseRefusal() {}

  /** Returns what to do about a rejected connection; empty for other failures. */
  public static Optional<String> remedy(Throwable failure) {
    Optional<String> remedy = Optional.empty();
    for (Throwable cause = failure; cause != null && remedy.isEmpty(); cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        remedy =
            of(String.valueOf(e.getSQLState()), e.getErrorCode(), String.valueOf(e.getMessage()));
      } else if (cause instanceof GeneralSecurityException
          || cause instanceof SSLPeerUnverifiedException) {
        remedy = Optional.of(TLS);
      }
    }
    return remedy;
  }

  private static Optional<String> of(String state, int code, String message) {
    if (state.startsWith("28") || LOGIN_CODES.contains(code)) {
      return Optional.of(LOGIN);
    } else if (state.equals("3D000") || code == UNKNOWN_DATABASE) {
      return Optional.of(DATABASE);
    } else if (state.equals("42501") || RIGHTS_CODES.contains(code)) {
      return Optional.of(RIGHTS);
    } else if (state.equals("08P01")) {
      return Optional.of(PROTOCOL);
    } else if (FILE_CODES.contains(code)) {
      return Optional.of(FILE);
    }
    return isTls(state, code, message) ? Optional.of(TLS) : Optional.empty();
  }

  /** PostgreSQL's driver has one state for a server without TLS; MySQL's 08004 also has a code. */
  private static boolean isTls(String state, int code, String message) {
    return code == INSECURE
        || (state.equals("08004") && code == 0)
        || TLS_WORDS.stream().anyMatch(message::contains);
  }
}
