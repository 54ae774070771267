/**
 * Tests of failures of the database of counters or of the network: real servers are killed, stopped
 * and broken under load.
 */
@NullMarked
package com.throttlex.jdbc.counters.faults;

import org.jspecify.annotations.NullMarked;
