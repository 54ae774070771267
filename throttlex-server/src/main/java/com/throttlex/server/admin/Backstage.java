package com.throttlex.server.admin;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.Database;
import com.throttlex.request.RequestContext;
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.rules.ManagedRules;
import com.throttlex.server.rules.ManagedUsers;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The parts of the service that the admin plane shows and changes.
 *
 * @param tokens who may enter
 * @param time the time of every answer, entry and limit
 * @param checks reads the body of a check; throws {@link
 *     com.throttlex.request.InvalidRequestException}
 * @param metrics all metrics in the text format of Prometheus; may block
 * @param health the state of each component; may block
 * @param version the version of the service
 */
public record Backstage(
    ThrottleX throttlex,
    ManagedRules rules,
    ManagedUsers users,
    Database database,
    AdminTokens tokens,
    TimeSource time,
    Function<String, RequestContext> checks,
    TopKeys top,
    Supplier<String> metrics,
    Supplier<List<ComponentHealth>> health,
    String version) {}
