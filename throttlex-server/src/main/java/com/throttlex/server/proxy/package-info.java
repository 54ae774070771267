/**
 * The proxy as a door of the service: reads callers as the other doors do.
 *
 * <p>{@link com.throttlex.server.proxy.ProxyCallers} makes a request of the engine; the rest of the
 * proxy is in {@code com.throttlex.proxy}.
 */
@NullMarked
package com.throttlex.server.proxy;

import org.jspecify.annotations.NullMarked;
