/**
 * Rule files: YAML or JSON text to rules and back.
 *
 * <p>Start with {@link com.throttlex.rules.RuleFile}. Text becomes a tree of lines and values
 * ({@link com.throttlex.rules.yaml}), and the tree becomes rules ({@code BookReader}, {@code
 * RuleReader}). On the way back, rules become a plain tree ({@code RuleTree}), and the tree becomes
 * text ({@code YamlWriter}).
 *
 * <p>{@link com.throttlex.rules.EnvoyRules} imports files of Envoy's rate limit service: the same
 * tree becomes descriptors ({@code EnvoyReader}), and these become rules ({@code
 * EnvoyTranslation}).
 */
@NullMarked
package com.throttlex.rules;

import org.jspecify.annotations.NullMarked;
