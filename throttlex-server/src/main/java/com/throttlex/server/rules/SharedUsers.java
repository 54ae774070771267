package com.throttlex.server.rules;

import com.throttlex.TimeSource;
import com.throttlex.jdbc.UserChange;
import com.throttlex.key.KeyText;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tiers and overrides of users, which all nodes keep equal. */
final class SharedUsers implements SharedPart {
  /** The order in which changes of one tier or override replace each other. */
  static final Comparator<UserChange> ORDER =
      Comparator.comparing((UserChange change) -> change(change).rank());

  private static final String TIER = "tier:";
  private static final String OVERRIDE = "override:";
  private static final String GIVEN = "given";

  private final ManagedUsers users;
  private final TimeSource time;

  SharedUsers(ManagedUsers users, TimeSource time) {
    this.users = users;
    this.time = time;
  }

  /** A tier of a user, or an override under a rule. */
  private record Thing(String user, @Nullable String rule) {
    /** The id is unambiguous, because a rule's id has no colon. */
    String id() {
      String name = KeyText.escape(user);
      return rule == null ? TIER + name : OVERRIDE + rule + ":" + name;
    }

    /**
     * Parses an id.
     *
     * @throws IllegalArgumentException when it is malformed
     */
    static Thing of(String id) {
      if (id.startsWith(TIER)) {
        return new Thing(KeyText.unescape(id.substring(TIER.length())), null);
      }
      int end = id.indexOf(':', OVERRIDE.length());
      if (!id.startsWith(OVERRIDE) || end <= OVERRIDE.length()) {
        throw new IllegalArgumentException("id: " + id + " (expected: override:RULE:USER)");
      }
      return new Thing(
          KeyText.unescape(id.substring(end + 1)), id.substring(OVERRIDE.length(), end));
    }
  }

  @Override
  public boolean keeps(String id) {
    try {
      return Thing.of(id).id().equals(id);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public void reload() {
    users.reload(time.now());
  }

  @Override
  public List<SharedChange> changes() {
    return users.latest().stream().map(SharedUsers::change).toList();
  }

  @Override
  public List<SharedChange> changes(Collection<String> ids) {
    return ids.stream()
        .filter(this::keeps)
        .map(Thing::of)
        .map(thing -> users.latest(thing.user(), thing.rule()))
        .flatMap(Optional::stream)
        .map(SharedUsers::change)
        .toList();
  }

  @Override
  public void check(SharedChange change) {
    of(change);
  }

  @Override
  public void adopt(List<SharedChange> changes) {
    users.adopt(changes.stream().map(SharedUsers::of).toList(), time.now());
  }

  @Override
  public void onChange(Consumer<List<String>> changed) {
    users.onChange((user, rule) -> changed.accept(List.of(new Thing(user, rule).id())));
  }

  static SharedChange change(UserChange change) {
    String id = new Thing(change.user(), change.rule()).id();
    JsonObject details = new JsonObject().put("actor", change.actor());
    if (change.given().isEmpty()) {
      return SharedChange.ending(id, change.turn(), change.at(), details);
    }
    details.put(GIVEN, new JsonArray(change.given()));
    Instant expiresAt = change.expiresAt();
    if (expiresAt != null) {
      details.put(SharedChange.UNTIL, expiresAt.toEpochMilli());
    }
    return SharedChange.of(id, change.turn(), change.at(), details);
  }

  /**
   * Converts a change to the form of the database.
   *
   * @throws IllegalArgumentException when it is not a change of a tier or override
   */
  private static UserChange of(SharedChange shared) {
    Thing thing = Thing.of(shared.id());
    UserChange change =
        new UserChange(
            thing.user(),
            thing.rule(),
            shared.version(),
            given(shared),
            shared.until() == null ? null : Instant.ofEpochMilli(shared.until()),
            shared.detail("actor"),
            Instant.ofEpochMilli(shared.at()));
    boolean sound =
        change.given().isEmpty()
            || (thing.rule() == null ? change.given().size() == 1 : change.override() != null);
    // A change that is not written exactly as it was read would be exchanged for ever.
    if (!sound || !change(change).equals(shared)) {
      throw new IllegalArgumentException(
          "change: " + shared.text() + " (expected: a change of " + shared.id() + ")");
    }
    return change;
  }

  private static List<String> given(SharedChange shared) {
    return shared.json().getValue(GIVEN) instanceof JsonArray given
        ? given.stream().map(String::valueOf).toList()
        : List.of();
  }
}
