package com.throttlex.server.cli;

/** The exit codes of commands. */
public final class ExitCodes {
  /** Success: allowed, valid, or equal. */
  public static final int OK = 0;

  /** The answer is negative: denied, invalid, different. */
  public static final int NEGATIVE = 1;

  /** Wrong usage of the command, or a wrong configuration of the service. */
  public static final int USAGE = 2;

  /** The command failed. */
  public static final int FAILURE = 3;

  private ExitCodes() {}
}
