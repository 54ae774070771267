/**
 * What nodes do when the database of their counters or the network fails: real servers that are
 * killed, stopped and broken, under load.
 */
@NullMarked
package com.throttlex.jdbc.counters.faults;

import org.jspecify.annotations.NullMarked;
