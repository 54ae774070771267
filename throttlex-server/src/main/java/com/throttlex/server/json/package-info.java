/**
 * Strict JSON, for the HTTP door and the admin plane.
 *
 * <p>{@link com.throttlex.server.json.StrictJson} reads a text, {@link
 * com.throttlex.server.json.JsonMembers} the members of an object. Unknown and repeated members are
 * problems.
 */
@NullMarked
package com.throttlex.server.json;

import org.jspecify.annotations.NullMarked;
