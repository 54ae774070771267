/**
 * A strict YAML reader that reports all problems at once, each with its line.
 *
 * <p>Start with {@link com.throttlex.rules.yaml.YamlTree}: text becomes a tree of {@link
 * com.throttlex.rules.yaml.Node}s, with lines and values. A reader gets the expected parts of the
 * tree from {@link com.throttlex.rules.yaml.Section} and {@link com.throttlex.rules.yaml.Value}.
 * For a wrong part it gets a substitute, so it reaches the end and has all {@link
 * com.throttlex.rules.yaml.Problems}.
 */
@NullMarked
package com.throttlex.rules.yaml;

import org.jspecify.annotations.NullMarked;
