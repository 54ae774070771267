package com.throttlex.jdbc;

import java.util.List;

/**
 * The result of a change of many rules in one transaction.
 *
 * @param revision the revision after the change
 * @param written the created and updated rules, with their new versions
 */
public record ReplacedRules(long revision, List<StoredRule> written) {}
