package com.throttlex.server.rules;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Something that all nodes keep alike, each in its own database or all in one. May block. */
interface SharedPart {
  /** Whether what has that id belongs here. */
  boolean keeps(String id);

  /** Puts into force what the database says, if it has changed since. */
  void reload();

  /** The last change of everything, from the database. */
  List<SharedChange> changes();

  /** The last change of what has these ids, as far as there is any. */
  List<SharedChange> changes(Collection<String> ids);

  /**
   * Looks whether a change of another node makes sense.
   *
   * @throws IllegalArgumentException when it does not
   */
  void check(SharedChange change);

  /**
   * Keeps changes of other nodes, as far as they are above what is kept, and puts it into force.
   */
  void adopt(List<SharedChange> changes);

  /** Tells from now on the id of everything that is changed here. */
  void onChange(Consumer<String> changed);
}
