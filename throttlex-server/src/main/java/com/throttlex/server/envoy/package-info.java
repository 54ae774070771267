/**
 * Envoy's rate limit protocol, for the gRPC and the HTTP door.
 *
 * <p>{@link com.throttlex.server.envoy.EnvoyLimits} answers a request; {@link
 * com.throttlex.server.envoy.EnvoyJson} reads and writes the form in JSON. A descriptor becomes a
 * {@code DescriptorCounter}, of the rules or of the limit that it brings itself, and several of
 * them are charged all or none. {@link com.throttlex.server.envoy.Quotas} is Envoy's quota
 * protocol.
 */
@NullMarked
package com.throttlex.server.envoy;

import org.jspecify.annotations.NullMarked;
