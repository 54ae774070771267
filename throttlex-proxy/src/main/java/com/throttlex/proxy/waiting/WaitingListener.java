package com.throttlex.proxy.waiting;

/** Receives how the waits of held requests end, for metrics. */
public interface WaitingListener {
  /** Does nothing. */
  WaitingListener NONE =
      new WaitingListener() {
        @Override
        public void ended(WaitEnd how, long nanos) {}

        @Override
        public void refused() {}
      };

  /** The ways in which a wait ends. */
  enum WaitEnd {
    /** The request is forwarded. */
    FORWARDED,
    /** It is denied, because its time is over or because a rule that does not queue denies it. */
    DENIED,
    /** The client left. */
    LEFT,
    /** The proxy drains, the check failed, or a request of a shorter line took the place. */
    FAILED
  }

  /** A request has waited for that time. */
  void ended(WaitEnd how, long nanos);

  /** A request was refused because too many requests wait: a new one, or one that has waited. */
  void refused();
}
