package com.throttlex.server.resp;

import com.throttlex.request.RequestContext;
import com.throttlex.server.access.Access;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state of a connection that commands use. */
final class RespSession {
  private final long id;
  private final Replies replies;
  private final Access access;
  private final String address;
  private boolean admitted;
  private @Nullable String name;
  private boolean ended;
  private boolean aborted;

  RespSession(long id, Replies replies, Access access, String address) {
    this.id = id;
    this.replies = replies;
    this.access = access;
    this.address = address;
    admitted = access.isOpen();
  }

  /** Returns whether the client may send all commands, not only those before {@code AUTH}. */
  boolean admitted() {
    return admitted;
  }

  /**
   * Admits the client if the token belongs to that name.
   *
   * @throws com.throttlex.server.access.AccessException if it does not
   */
  void admit(String name, String token) {
    access.admit(name, token, () -> address);
    admitted = true;
  }

  /**
   * Counts a check of the client.
   *
   * @throws com.throttlex.server.access.AccessException if the node is overloaded
   */
  void countCheck() {
    access.countCommand();
  }

  /** Removes the name and the authentication of the client. */
  void reset() {
    name = null;
    admitted = access.isOpen();
  }

  long id() {
    return id;
  }

  /** The name that the client gave its connection, or null. */
  @Nullable String name() {
    return name;
  }

  void name(@Nullable String name) {
    if (name != null && name.length() > RequestContext.MAX_TEXT) {
      throw new IllegalArgumentException(
          "name: "
              + name.length()
              + " characters (expected: at most "
              + RequestContext.MAX_TEXT
              + ")");
    }
    this.name = name;
  }

  /** Returns the writer for a reply that is ready. */
  RespWriter reply() {
    return replies.ready();
  }

  /** Replies with an answer that may come later. */
  <T> void reply(CompletionStage<T> answer, BiConsumer<RespWriter, T> form) {
    replies.add(answer, form, null);
  }

  /** Replies with an answer that must be taken back if the client disconnects before it is sent. */
  <T> void reply(
      CompletionStage<T> answer, BiConsumer<RespWriter, T> form, Consumer<T> undelivered) {
    replies.add(answer, form, undelivered);
  }

  /** Closes the connection after the replies; no more commands run. */
  void end() {
    ended = true;
  }

  boolean ended() {
    return ended;
  }

  /** Closes the connection at once, without replies. */
  void abort() {
    ended = true;
    aborted = true;
  }

  boolean aborted() {
    return aborted;
  }
}
