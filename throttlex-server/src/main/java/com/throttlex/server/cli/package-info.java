/**
 * The command line.
 *
 * <p>{@link com.throttlex.server.cli.Throttlex} puts the commands together; each has a class of its
 * own, but for those of {@code rules}, which are methods of one. What a command knows of the world
 * is in {@link com.throttlex.server.cli.CommandContext}. Commands that talk to a running service do
 * so through {@code ServiceClient}.
 */
@NullMarked
package com.throttlex.server.cli;

import org.jspecify.annotations.NullMarked;
