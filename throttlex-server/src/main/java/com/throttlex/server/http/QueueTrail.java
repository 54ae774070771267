package com.throttlex.server.http;

/** Keeps who works on the queues. */
public interface QueueTrail {
  /**
   * Notes a change.
   *
   * @param actor the administrator who made it
   * @param action such as {@code queue-take}
   * @param service whose queue it is
   * @param count how many requests were changed; 0 is no change
   */
  void note(String actor, String action, String service, int count);
}
