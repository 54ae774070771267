/**
 * What is kept in a database: rules and their history, users, the audit trail, usage.
 *
 * <p>Start at {@link com.throttlex.jdbc.Database}, which opens one and hands out its tables. The
 * statements are the same for every database; {@link com.throttlex.jdbc.Dialect} says what is not,
 * and each has its own files that make the tables. Changes are ordered by a locked revision. All
 * calls block. A change of a rule, a tier or an override and its audit entry are one transaction.
 */
@NullMarked
package com.throttlex.jdbc;

import org.jspecify.annotations.NullMarked;
