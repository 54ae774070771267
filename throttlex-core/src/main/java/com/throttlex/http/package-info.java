/**
 * How a decision looks on the wire of HTTP: headers, answers and problems, in one place for every
 * server and filter.
 *
 * <p>Start with {@link com.throttlex.http.RateLimitHeaders} for the headers of an answer and {@link
 * com.throttlex.http.DecisionJson} for its body; {@link com.throttlex.http.ProblemJson} is the body
 * of every other error. Nothing here knows a server: headers go to a consumer, bodies are text.
 */
@NullMarked
package com.throttlex.http;

import org.jspecify.annotations.NullMarked;
