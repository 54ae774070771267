package com.throttlex.queue;

/**
 * A request to be stored.
 *
 * @param service the service that it is for
 * @param ticket its name, which must be new
 * @param lane the name of its lane: hexadecimal digits, at most 64
 * @param summary a text without secrets, for its dead letter
 * @param content the request itself, which may have secrets
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, and never compared
public record StoredRequest(
    String service, String ticket, String lane, String summary, byte[] content) {}
