package com.throttlex.server.admin;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.Database;
import com.throttlex.request.Networks;
import com.throttlex.request.RequestContext;
import com.throttlex.server.access.AdminAccess;
import com.throttlex.server.access.ClientAddress;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.live.LiveFeed;
import com.throttlex.server.prometheus.PolledSignal;
import com.throttlex.server.rules.ManagedRules;
import com.throttlex.server.rules.ManagedUsers;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The parts of the service that the admin plane shows and changes.
 *
 * @param admins admits administrators
 * @param addresses finds the address of a client
 * @param allowed the networks that may use the port; empty for all
 * @param resets resets counters
 * @param time the clock of every answer, entry and limit
 * @param checks reads the body of a check, and the headers that rules count by; throws {@link
 *     com.throttlex.request.InvalidRequestException}
 * @param unwritten decisions that are not yet in the database
 * @param adaptivePast adaptive limits and health over time, oldest first
 * @param metrics all metrics in the text format of Prometheus; may block
 * @param health the state of each component; may block
 * @param polled the health signals that the service polls
 * @param stores the stores of counters
 * @param replays runs replays
 * @param pages answers a request for a page, and returns whether it is for one
 * @param live the streams of live numbers
 * @param proxies the proxies with an open quota stream to this node
 * @param facts facts about the service, when it has started
 * @param version the version of the service
 */
public record AdminServices(
    ThrottleX throttlex,
    ManagedRules rules,
    ManagedUsers users,
    Database database,
    AdminAccess admins,
    ClientAddress addresses,
    Networks allowed,
    CounterResets resets,
    TimeSource time,
    BiFunction<String, Map<String, String>, RequestContext> checks,
    TopKeys top,
    Supplier<UnwrittenUsage> unwritten,
    Supplier<List<AdaptivePoint>> adaptivePast,
    Supplier<String> metrics,
    Supplier<List<ComponentHealth>> health,
    Supplier<List<PolledSignal>> polled,
    CounterStores stores,
    ReplayRunner replays,
    Predicate<HttpServerRequest> pages,
    LiveFeed live,
    Supplier<List<ConnectedProxy>> proxies,
    Supplier<ServiceFacts> facts,
    String version) {}
