package com.throttlex.proxy.cost;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads a gzip body through another reading, in constant memory: the body itself passes unchanged.
 *
 * <p>Checksums and lengths are not checked. A broken body is read up to the damage, and a large one
 * up to {@link #MOST} bytes.
 */
final class Gunzip implements CostReading {
  /** The most bytes that are decoded; a small body can have a very large content. */
  static final long MOST = 256L << 20;

  private static final int HEADER = 10;
  private static final int TRAILER = 8;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int SUM = 2;

  private enum At {
    HEADER,
    EXTRA_LENGTH,
    SKIP,
    NAME,
    COMMENT,
    BODY,
    DONE
  }

  private final CostReading content;
  private final Inflater inflater = new Inflater(true);
  private final byte[] out = new byte[8 << 10];
  private At at = At.HEADER;
  private int count;
  private int flags;
  private int skip;
  private long decoded;

  Gunzip(CostReading content) {
    this.content = content;
  }

  @Override
  public void read(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && at != At.DONE) {
      i = at == At.BODY ? inflate(bytes, i, to) : header(bytes[i], i);
    }
  }

  private int header(byte b, int i) {
    switch (at) {
      case HEADER -> {
        boolean magic = count != 0 || b == (byte) 0x1f;
        magic &= count != 1 || b == (byte) 0x8b;
        flags = count == 3 ? b : flags;
        at = magic ? at : At.DONE;
        if (++count == HEADER && magic) {
          after(EXTRA);
        }
      }
      case EXTRA_LENGTH -> {
        skip |= (b & 0xff) << (8 * count);
        if (++count == 2) {
          skip(skip, EXTRA);
        }
      }
      case SKIP -> {
        if (--skip == 0) {
          next();
        }
      }
      case NAME, COMMENT -> {
        if (b == 0) {
          after(at == At.NAME ? COMMENT : SUM);
        }
      }
      default -> {}
    }
    return i + 1;
  }

  /** Goes to the first part of the header, from that one on, that the flags announce. */
  private void after(int part) {
    count = 0;
    if (part == EXTRA && (flags & EXTRA) != 0) {
      skip = 0;
      at = At.EXTRA_LENGTH;
    } else if (part <= NAME && part != SUM && (flags & NAME) != 0) {
      at = At.NAME;
    } else if (part != SUM && (flags & COMMENT) != 0) {
      at = At.COMMENT;
    } else if ((flags & SUM) != 0) {
      flags &= ~SUM;
      skip(2, SUM);
    } else {
      at = At.BODY;
    }
  }

  private int afterSkip;

  private void skip(int bytes, int then) {
    skip = bytes;
    afterSkip = then;
    at = At.SKIP;
    if (bytes == 0) {
      next();
    }
  }

  private void next() {
    if (afterSkip == TRAILER) {
      at = At.HEADER;
      count = 0;
      inflater.reset();
    } else {
      after(afterSkip == EXTRA ? NAME : SUM);
    }
  }

  private int inflate(byte[] bytes, int from, int to) {
    inflater.setInput(bytes, from, to - from);
    try {
      int size;
      while ((size = inflater.inflate(out)) > 0 && decoded < MOST) {
        decoded += size;
        content.read(out, 0, size);
      }
      if (decoded >= MOST || inflater.needsDictionary()) {
        at = At.DONE;
      }
    } catch (DataFormatException e) {
      at = At.DONE;
    }
    if (at == At.DONE) {
      return to;
    }
    int rest = inflater.getRemaining();
    if (inflater.finished()) {
      skip(TRAILER, TRAILER);
    }
    return to - rest;
  }

  @Override
  public void end() {
    content.end();
  }

  @Override
  public void close() {
    at = At.DONE;
    inflater.end();
  }

  @Override
  public long cost() {
    return content.cost();
  }
}
