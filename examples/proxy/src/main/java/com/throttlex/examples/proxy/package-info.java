/** A slow application behind the proxy of ThrottleX. */
@NullMarked
package com.throttlex.examples.proxy;

import org.jspecify.annotations.NullMarked;
