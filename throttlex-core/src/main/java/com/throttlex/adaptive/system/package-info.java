/**
 * The load of this machine, read from the kernel and the virtual machine. Start with {@link
 * com.throttlex.adaptive.system.SystemSignals}.
 *
 * <p>A value that is not known is absent. It is never 0, and never an exception.
 */
@NullMarked
package com.throttlex.adaptive.system;

import org.jspecify.annotations.NullMarked;
