package com.throttlex.adaptive;

/** Moves a limit step by step; a pure function of its state and the observations. */
public interface Controller {
  /** Returns the first state of a limit. */
  ControlState start(long now);

  /** Returns the next step. The limit stays in its range, and changes no more often than it may. */
  Step step(ControlState state, Observation seen, long now);
}
