package com.throttlex.server.insight;

import com.throttlex.key.Key;
import java.util.SplittableRandom;

/** A key whose hash is the same in every run, unlike that of real ones. */
record TestKey(int number) implements Key {
  @Override
  public long hi() {
    return new SplittableRandom(number).nextLong();
  }

  @Override
  public long lo() {
    return new SplittableRandom(~number).nextLong();
  }

  @Override
  public long scope() {
    return 0;
  }

  @Override
  public String text() {
    return "rule|user=" + number;
  }

  @Override
  public String subject() {
    return String.valueOf(number);
  }
}
