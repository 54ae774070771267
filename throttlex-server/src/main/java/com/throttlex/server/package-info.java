/**
 * The service: connects doors, engine, rules and database. Start with {@link
 * com.throttlex.server.ThrottleXServer}.
 */
@NullMarked
package com.throttlex.server;

import org.jspecify.annotations.NullMarked;
