/**
 * What a counter belongs to: injective keys, in print and as 128-bit hashes.
 *
 * <p>{@link com.throttlex.key.Key} is what stores see; {@link com.throttlex.key.KeyHash} and {@link
 * com.throttlex.key.KeyText} are its two forms. Both contain secret values only as digests, see
 * {@link com.throttlex.key.SecretValue}.
 */
@NullMarked
package com.throttlex.key;

import org.jspecify.annotations.NullMarked;
