/**
 * The contracts of failing stores, and their tools. The modules of the stores run them, on real
 * servers.
 *
 * <p>A test implements {@link com.throttlex.shared.faults.FaultFixture} and the contracts. {@link
 * com.throttlex.shared.faults.Node} is a node as a server builds it, {@link
 * com.throttlex.shared.faults.Load} is the load on it.
 */
@NullMarked
package com.throttlex.shared.faults;

import org.jspecify.annotations.NullMarked;
