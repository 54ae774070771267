package com.throttlex.adaptive;

/** Moves a limit, step by step; a pure function of where it stands and what was seen. */
public interface Controller {
  /** Where a limit begins. */
  ControlState start(long now);

  /** Where it goes from there; within its range, and no more often than it may change. */
  Step step(ControlState state, Observation seen, long now);
}
