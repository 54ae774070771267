/** The service: where doors, engine, rules and database meet. */
@NullMarked
package com.throttlex.server;

import org.jspecify.annotations.NullMarked;
