/**
 * Counters in MySQL, MariaDB or PostgreSQL.
 *
 * <p>Start with {@link com.throttlex.jdbc.counters.JdbcStore}, the store. A transaction locks the
 * counters it needs in the order of their keys, decides in Java with the arithmetic of {@code
 * com.throttlex.algorithm}, and writes the changes. The SQL is in resource files, with a folder for
 * each dialect.
 */
@NullMarked
package com.throttlex.jdbc.counters;

import org.jspecify.annotations.NullMarked;
