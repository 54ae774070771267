/** What is kept in a database: rules and their history, users, the audit trail, usage. */
@NullMarked
package com.throttlex.jdbc;

import org.jspecify.annotations.NullMarked;
