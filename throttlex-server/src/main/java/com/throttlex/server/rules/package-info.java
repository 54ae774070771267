/**
 * The rules in force, and the tiers and overrides of users: storage, and exchange between nodes.
 *
 * <p>Start with {@link com.throttlex.server.rules.ManagedRules}, which combines the rule file and
 * the rules of the database into one book. {@link com.throttlex.server.rules.ManagedUsers} does the
 * same for tiers and overrides. {@link com.throttlex.server.rules.RuleSync} keeps the nodes equal.
 */
@NullMarked
package com.throttlex.server.rules;

import org.jspecify.annotations.NullMarked;
