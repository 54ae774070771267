package com.throttlex.server.resp;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What commands know of the connection they came by. */
final class Session {
  private final long id;
  private final Replies replies;
  private @Nullable String name;
  private boolean ended;

  Session(long id, Replies replies) {
    this.id = id;
    this.replies = replies;
  }

  long id() {
    return id;
  }

  /** The name that the client gave its connection, or null. */
  @Nullable String name() {
    return name;
  }

  void name(@Nullable String name) {
    this.name = name;
  }

  /** Where to write a reply that is ready. */
  RespWriter reply() {
    return replies.ready();
  }

  /** Replies with an answer that may come later. */
  <T> void reply(CompletionStage<T> answer, BiConsumer<RespWriter, T> form) {
    replies.add(answer, form);
  }

  /** Has the connection closed after the replies; no more commands are run. */
  void end() {
    ended = true;
  }

  boolean ended() {
    return ended;
  }
}
