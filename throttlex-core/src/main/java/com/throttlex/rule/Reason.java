package com.throttlex.rule;

/**
 * Why a rule applies to a request, or why it does not.
 *
 * @param rule the rule
 * @param applies whether it does
 * @param why in words
 */
public record Reason(CompiledRule rule, boolean applies, String why) {}
