/**
 * Rules as data, and the index that finds the ones a request falls under.
 *
 * <p>{@link com.throttlex.rule.Rule} is one rule with the fields of the rule file, {@link
 * com.throttlex.rule.RuleBook} all of them, checked and compiled; matching starts at {@link
 * com.throttlex.rule.RuleBook#match}.
 */
@NullMarked
package com.throttlex.rule;

import org.jspecify.annotations.NullMarked;
