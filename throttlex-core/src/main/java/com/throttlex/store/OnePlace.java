package com.throttlex.store;

import com.throttlex.key.Key;
import java.util.List;

/** The only place of a store that fails only as a whole. */
final class OnePlace implements Places {
  private static final List<String> HERE = List.of("");

  @Override
  public List<String> all() {
    return HERE;
  }

  @Override
  public List<String> of(Charges charges) {
    return HERE;
  }

  @Override
  public List<String> of(Key key) {
    return HERE;
  }

  @Override
  public List<String> ofReservation(String reservation) {
    return HERE;
  }

  @Override
  public String subject(String place, int number) {
    return "trial-" + number;
  }
}
