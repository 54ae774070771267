/**
 * What a counter belongs to: injective keys, in print and as 128-bit hashes.
 *
 * <p>{@link com.throttlex.key.Key} is what stores see; {@link com.throttlex.key.KeyHash} and {@link
 * com.throttlex.key.KeyText} are its two forms. A {@link com.throttlex.key.SecretValue} enters both
 * as a digest.
 */
@NullMarked
package com.throttlex.key;

import org.jspecify.annotations.NullMarked;
