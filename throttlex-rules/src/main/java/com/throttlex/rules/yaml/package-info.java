/**
 * Strict reading of YAML: every problem at once, each with its line.
 *
 * <p>Text becomes a tree of lines and values ({@link com.throttlex.rules.yaml.YamlTree}, {@link
 * com.throttlex.rules.yaml.Node}). A reader asks the tree for what should be there ({@link
 * com.throttlex.rules.yaml.Section}, {@link com.throttlex.rules.yaml.Value}), gets a substitute for
 * whatever is not, and so reaches the end with all problems ({@link
 * com.throttlex.rules.yaml.Problems}).
 */
@NullMarked
package com.throttlex.rules.yaml;

import org.jspecify.annotations.NullMarked;
