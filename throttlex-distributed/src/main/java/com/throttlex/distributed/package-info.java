/**
 * What makes any remote store fast and safe: requests are gathered, units leased, denials
 * remembered, and failures survived.
 */
@NullMarked
package com.throttlex.distributed;

import org.jspecify.annotations.NullMarked;
