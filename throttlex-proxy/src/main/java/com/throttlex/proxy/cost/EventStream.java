package com.throttlex.proxy.cost;

import java.util.List;

/**
 * Reads a member of the events of a {@code text/event-stream}: the cost is that of the last event
 * that has it. Events without it, such as {@code [DONE]}, change nothing.
 *
 * <p>The lines of an event's data are read as one text, as they come.
 */
final class EventStream implements CostReading {
  private static final byte[] DATA = {'d', 'a', 't', 'a'};
  private static final byte[] LINE = {'\n'};
  private static final int OTHER = -1;
  private static final int VALUE = DATA.length + 1;

  private final JsonMember event;

  /** How many bytes of the field's name were read; {@link #VALUE} within data. */
  private int field;

  private boolean empty = true;
  private boolean first;
  private boolean data;
  private boolean returned;
  private long found = UNKNOWN;

  EventStream(List<String> path) {
    event = new JsonMember(path);
  }

  @Override
  public void read(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == '\n' && returned) {
        returned = false; // the second half of a line end
      } else if (b == '\n' || b == '\r') {
        returned = b == '\r';
        endLine();
      } else {
        returned = false;
        character(bytes, i);
      }
    }
  }

  private void character(byte[] bytes, int i) {
    byte b = bytes[i];
    empty = false;
    if (field == VALUE) {
      if (!first || b != ' ') {
        event.read(bytes, i, i + 1);
      }
      first = false;
    } else if (field == DATA.length) {
      field = b == ':' ? startData() : OTHER;
    } else if (field != OTHER) {
      // a byte order mark may precede the first name
      field = b == DATA[field] ? field + 1 : b < 0 && field == 0 ? 0 : OTHER;
    }
  }

  private int startData() {
    if (data) {
      event.read(LINE, 0, 1);
    }
    data = true;
    first = true;
    return VALUE;
  }

  private void endLine() {
    if (empty) {
      dispatch();
    }
    field = 0;
    empty = true;
  }

  private void dispatch() {
    if (data) {
      event.end();
      found = event.cost() == UNKNOWN ? found : event.cost();
      event.start();
      data = false;
    }
  }

  /** Takes an event into account that no empty line ends. */
  @Override
  public void end() {
    dispatch();
  }

  @Override
  public long cost() {
    return found;
  }
}
