/**
 * The command line.
 *
 * <p>Start with {@link com.throttlex.server.cli.Throttlex}, which puts the commands together. Each
 * command is a class, except those of {@code rules}, which are methods of one class. {@link
 * com.throttlex.server.cli.CommandContext} is the environment of a command. Commands that use a
 * running service call it through {@code ServiceClient}.
 */
@NullMarked
package com.throttlex.server.cli;

import org.jspecify.annotations.NullMarked;
