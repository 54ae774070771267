/**
 * The HTTP form of a decision: headers, bodies and problems, for every server and filter.
 *
 * <p>Start with {@link com.throttlex.http.RateLimitHeaders} for the headers of a response and
 * {@link com.throttlex.http.DecisionJson} for its body. {@link com.throttlex.http.ProblemJson} is
 * the body of every other error. No class here depends on a server: headers go to a consumer,
 * bodies are text.
 */
@NullMarked
package com.throttlex.http;

import org.jspecify.annotations.NullMarked;
