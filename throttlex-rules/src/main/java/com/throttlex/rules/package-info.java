/**
 * Rule files: YAML or JSON text to rules and back.
 *
 * <p>Everything starts at {@link com.throttlex.rules.RuleFile}. Text becomes a tree of lines and
 * values ({@link com.throttlex.rules.yaml}), the tree becomes rules ({@code BookReader}, {@code
 * RuleReader}); on the way back rules become a plain tree ({@code RuleTree}) and that becomes text
 * ({@code YamlWriter}).
 *
 * <p>{@link com.throttlex.rules.EnvoyRules} reads the files of Envoy's rate limit service: the same
 * tree becomes descriptors ({@code EnvoyReader}), and those become rules ({@code
 * EnvoyTranslation}).
 */
@NullMarked
package com.throttlex.rules;

import org.jspecify.annotations.NullMarked;
