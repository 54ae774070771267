/**
 * The database of records: rules and their history, users, the audit trail, usage.
 *
 * <p>Start with {@link com.throttlex.jdbc.Database}: it opens a database and has its tables. The
 * statements are the same for every database, except where {@link com.throttlex.jdbc.Dialect} says
 * otherwise. Each dialect has its own migration files. A locked revision orders changes. All calls
 * block. A change of a rule, a tier or an override and its audit entry are one transaction.
 */
@NullMarked
package com.throttlex.jdbc;

import org.jspecify.annotations.NullMarked;
