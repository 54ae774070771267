package com.throttlex.server.prometheus;

import com.throttlex.adaptive.Signal;

/**
 * A query whose result is one health signal of a service.
 *
 * @param text the query in the language of Prometheus
 */
public record SignalQuery(String service, Signal signal, String text) {}
