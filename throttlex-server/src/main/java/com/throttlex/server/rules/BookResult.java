package com.throttlex.server.rules;

/**
 * The result of a change to a whole book, made or only tried.
 *
 * @param difference what it changes
 * @param revision the revision of the database after it
 * @param etag the entity tag of the book after it
 */
public record BookResult(BookDifference difference, long revision, String etag) {}
