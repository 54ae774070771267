/**
 * The rules in force and what is known of users, from where they are kept to the engine.
 *
 * <p>Start with {@link com.throttlex.server.rules.ManagedRules}, which makes one book of the rule
 * file and the rules in the database; {@link com.throttlex.server.rules.ManagedUsers} does the same
 * for tiers and overrides. {@link com.throttlex.server.rules.RuleSync} keeps the nodes alike.
 */
@NullMarked
package com.throttlex.server.rules;

import org.jspecify.annotations.NullMarked;
