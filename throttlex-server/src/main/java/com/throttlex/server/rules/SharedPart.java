package com.throttlex.server.rules;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** A kind of object that all nodes keep equal, in their databases or in one. May block. */
interface SharedPart {
  /** Returns whether an id is of this kind. */
  boolean keeps(String id);

  /** Reloads from the database if it has changed. */
  void reload();

  /** Returns the last change of every object, from the database. */
  List<SharedChange> changes();

  /** Returns the last changes of the objects with these ids, as far as there are any. */
  List<SharedChange> changes(Collection<String> ids);

  /**
   * Checks that a change of another node is valid.
   *
   * @throws IllegalArgumentException when it is not
   */
  void check(SharedChange change);

  /** Stores changes of other nodes that are newer, and puts them into force. */
  void adopt(List<SharedChange> changes);

  /** Registers a listener for the ids of the objects that a change here has changed. */
  void onChange(Consumer<List<String>> changed);
}
