package com.throttlex.server.resp;

import java.util.Locale;

/**
 * One command that clients can send.
 *
 * @param name its name in lower case
 * @param arity the number of its words with its name; negative when there may be more
 * @param summary its effect, in one line
 * @param upperCase its name in upper case, for comparing
 * @param action its implementation
 * @param beforeAuth whether an unauthenticated client may send it
 */
record Command(
    String name, int arity, String summary, String upperCase, Action action, boolean beforeAuth) {
  /** Runs a command of the right number of words; bad arguments are IllegalArgumentExceptions. */
  interface Action {
    void run(Arguments arguments, RespSession session);
  }

  Command(String name, int arity, String summary, Action action) {
    this(name, arity, summary, name.toUpperCase(Locale.ROOT), action, false);
  }

  /** Returns the same command, which unauthenticated clients may send. */
  Command allowedBeforeAuth() {
    return new Command(name, arity, summary, upperCase, action, true);
  }

  boolean isNamedBy(Arguments arguments) {
    return arguments.is(0, upperCase);
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }
}
