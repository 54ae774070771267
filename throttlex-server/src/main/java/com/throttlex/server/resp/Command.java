package com.throttlex.server.resp;

import java.util.Locale;

/**
 * One command that clients can send.
 *
 * @param name its name in lower case
 * @param arity how many words it has with its name; negative when there may be more
 * @param summary what it does, in one line
 * @param upperCase its name in upper case, for comparing
 * @param action what it does
 * @param forStrangers whether a client may send it that has not said who it is
 */
record Command(
    String name, int arity, String summary, String upperCase, Action action, boolean forStrangers) {
  /** Runs a command of the right number of words; bad arguments are IllegalArgumentExceptions. */
  interface Action {
    void run(Arguments arguments, Session session);
  }

  Command(String name, int arity, String summary, Action action) {
    this(name, arity, summary, name.toUpperCase(Locale.ROOT), action, false);
  }

  /** The same command, which a client may send that has not said who it is. */
  Command openToStrangers() {
    return new Command(name, arity, summary, upperCase, action, true);
  }

  boolean isNamedBy(Arguments arguments) {
    return arguments.is(0, upperCase);
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }
}
