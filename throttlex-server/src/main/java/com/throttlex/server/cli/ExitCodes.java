package com.throttlex.server.cli;

/** What a command's exit code says. */
public final class ExitCodes {
  /** Done; allowed; valid; the same. */
  public static final int OK = 0;

  /** The answer is negative: denied, invalid, different. */
  public static final int NEGATIVE = 1;

  /** The command was used wrongly, or the service is configured wrongly. */
  public static final int USAGE = 2;

  /** It did not work. */
  public static final int FAILURE = 3;

  private ExitCodes() {}
}
