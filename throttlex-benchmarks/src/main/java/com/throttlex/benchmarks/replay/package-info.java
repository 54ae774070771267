/** Replay of a large access log, compared with scripts that count the same limits. */
@NullMarked
package com.throttlex.benchmarks.replay;

import org.jspecify.annotations.NullMarked;
