/**
 * The applications behind the proxy: which of them gets a request, and which is ejected after
 * failures.
 *
 * <p>Start with {@link com.throttlex.proxy.upstream.UpstreamGroup}, the upstreams of one route.
 */
@NullMarked
package com.throttlex.proxy.upstream;

import org.jspecify.annotations.NullMarked;
