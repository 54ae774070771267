/**
 * The fields of one request, normalised so that no other spelling escapes a limit.
 *
 * <p>Start with {@link com.throttlex.request.RequestContext}, the value that every door builds and
 * the engine reads; {@link com.throttlex.request.RequestField} describes its fields. {@link
 * com.throttlex.request.Paths} and {@link com.throttlex.request.Addresses} convert an endpoint and
 * an address to their only spelling. {@link com.throttlex.request.TrustedProxies} finds the client
 * address. All problems of a request are reported in one {@link
 * com.throttlex.request.InvalidRequestException}.
 */
@NullMarked
package com.throttlex.request;

import org.jspecify.annotations.NullMarked;
