/**
 * The reverse proxy: finds the route of a request, asks the engine, and forwards the request to an
 * upstream.
 *
 * <p>Start with {@link com.throttlex.proxy.ProxyDoor}. A {@link com.throttlex.proxy.ProxyExchange}
 * is one request from its arrival to the end of its answer. {@link com.throttlex.proxy.ProxyHooks}
 * are the places where other packages take part.
 */
@NullMarked
package com.throttlex.proxy;

import org.jspecify.annotations.NullMarked;
