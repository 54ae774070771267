/**
 * Access control: access tokens of the data plane, credentials of administrators, and the limit on
 * wrong credentials that all doors share. Bounded bodies and the limit of a node on its own checks
 * protect the same doors.
 *
 * <p>Start with {@link com.throttlex.server.access.Access}. Each door turns an {@link
 * com.throttlex.server.access.AccessException} into its own kind of answer.
 */
@NullMarked
package com.throttlex.server.access;

import org.jspecify.annotations.NullMarked;
