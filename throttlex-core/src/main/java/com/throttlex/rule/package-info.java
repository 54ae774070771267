/**
 * Rules as data, and the index that finds the rules of a request.
 *
 * <p>Start with {@link com.throttlex.rule.Rule}, one rule with the fields of the rule file. {@link
 * com.throttlex.rule.RuleBook} has all rules, checked and compiled; matching starts at {@link
 * com.throttlex.rule.RuleBook#match}.
 */
@NullMarked
package com.throttlex.rule;

import org.jspecify.annotations.NullMarked;
