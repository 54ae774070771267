/**
 * Suggests limits for recorded traffic.
 *
 * <p>Start with {@link com.throttlex.replay.suggest.Suggester}. It reads the traffic four times.
 * First, {@code TrafficSurvey} finds out what identifies clients, and groups paths into patterns.
 * Second, the rates of keys are measured, from which {@code LimitChoice} chooses limits. Third, the
 * bursts that these limits need are measured. Fourth, the keys that were held out are replayed.
 * {@code SuggestedFile} prints the result.
 */
@NullMarked
package com.throttlex.replay.suggest;

import org.jspecify.annotations.NullMarked;
