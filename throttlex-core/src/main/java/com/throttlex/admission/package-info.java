/**
 * Lets the requests of an application in: {@link com.throttlex.admission.Admissions} decides each
 * before its user is known and after, so that a filter can stand on both sides of authentication
 * and still no request is charged that is denied.
 */
@NullMarked
package com.throttlex.admission;

import org.jspecify.annotations.NullMarked;
