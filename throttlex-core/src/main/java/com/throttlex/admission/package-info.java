/**
 * Decides the requests of an application before and after authentication.
 *
 * <p>Start with {@link com.throttlex.admission.Admissions}. A filter can stand on both sides of
 * authentication, and a denied request is still charged nothing.
 */
@NullMarked
package com.throttlex.admission;

import org.jspecify.annotations.NullMarked;
