/**
 * The fields of one request, brought into one form so that no spelling escapes a limit.
 *
 * <p>Start with {@link com.throttlex.request.RequestContext}, the value every door builds and the
 * engine reads; {@link com.throttlex.request.RequestField} describes its fields. {@link
 * com.throttlex.request.Paths} and {@link com.throttlex.request.Addresses} give an endpoint and an
 * address their only spelling; {@link com.throttlex.request.TrustedProxies} tells whose address it
 * is. Whatever is wrong with a request ends as one {@link
 * com.throttlex.request.InvalidRequestException} that lists every problem.
 */
@NullMarked
package com.throttlex.request;

import org.jspecify.annotations.NullMarked;
