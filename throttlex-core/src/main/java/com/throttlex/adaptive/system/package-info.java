/**
 * How busy the machine of this process is, read from the kernel and the virtual machine: start
 * reading at {@link com.throttlex.adaptive.system.SystemSignals}.
 *
 * <p>What cannot be known is absent: it is never 0, and never an exception.
 */
@NullMarked
package com.throttlex.adaptive.system;

import org.jspecify.annotations.NullMarked;
