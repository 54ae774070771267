package com.throttlex.server.resp;

/** The objects that all connections of one event loop share. */
record EventLoopSpace(
    Commands commands, Input.Scratch scratch, RespWriter out, DoorStatistics statistics) {
  private static final int FIRST_OUTPUT = 16 * 1024;

  EventLoopSpace(Commands commands, DoorStatistics statistics) {
    this(commands, new Input.Scratch(), new RespWriter(FIRST_OUTPUT), statistics);
  }
}
