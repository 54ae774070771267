/**
 * The identity of a counter: injective keys, printed and as 128-bit hashes.
 *
 * <p>Start with {@link com.throttlex.key.Key}, the type that stores use. {@link
 * com.throttlex.key.KeyText} and {@link com.throttlex.key.KeyHash} are its two forms. Both contain
 * secret values only as digests, see {@link com.throttlex.key.SecretValue}.
 */
@NullMarked
package com.throttlex.key;

import org.jspecify.annotations.NullMarked;
