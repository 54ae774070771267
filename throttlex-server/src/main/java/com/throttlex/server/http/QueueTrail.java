package com.throttlex.server.http;

/** Records the changes that administrators make to queues. */
public interface QueueTrail {
  /**
   * Records a change.
   *
   * @param actor the administrator who made it
   * @param action such as {@code queue-take}
   * @param service the service of the queue
   * @param count the number of changed requests; 0 is no change
   */
  void note(String actor, String action, String service, int count);
}
