package com.throttlex.replay.suggest;

import com.throttlex.request.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The first look at traffic: how much, how long, what identifies clients, and which endpoints. */
final class TrafficSurvey implements RecordedTraffic.Sink {
  /** Fewer clients than this say nothing about clients. */
  static final int FEWEST_CLIENTS = 20;

  private static final int MOST_NODES = 20_000;

  /** Responses to paths that do not exist: they are no endpoints. */
  private static final Set<Integer> NO_ENDPOINT = Set.of(400, 404, 405, 410, 414, 501);

  private final Map<ClientPart, ClientCensus> clients = new EnumMap<>(ClientPart.class);
  private final PathTree paths = new PathTree(MOST_NODES);
  private long requests;
  private long notFound;
  private long late;
  private long mostLateNanos;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  TrafficSurvey() {
    for (ClientPart part : ClientPart.values()) {
      clients.put(part, new ClientCensus());
    }
  }

  @Override
  public void accept(long nanos, RequestContext request, int status) {
    requests++;
    if (nanos < last) {
      late++;
      mostLateNanos = Math.max(mostLateNanos, last - nanos);
    }
    first = Math.min(first, nanos);
    last = Math.max(last, nanos);
    clients.forEach((part, census) -> census.add(part.hash(request)));
    if (NO_ENDPOINT.contains(status)) {
      notFound++;
    } else {
      paths.add(request);
    }
  }

  long requests() {
    return requests;
  }

  /** Returns the requests for paths that do not exist. */
  long notFound() {
    return notFound;
  }

  /** Returns the requests that are behind an earlier one, although the log was sorted. */
  long late() {
    return late;
  }

  /** Returns how far the latest of these is behind. */
  Duration mostLate() {
    return Duration.ofNanos(mostLateNanos);
  }

  /** Returns the time of the first request, in nanoseconds since the epoch. */
  long first() {
    return first;
  }

  /** Returns the time of the last request, in nanoseconds since the epoch. */
  long last() {
    return last;
  }

  /** Returns the time between the first and the last request. */
  Duration length() {
    return requests == 0 ? Duration.ZERO : Duration.ofNanos(last - first);
  }

  ClientCensus clients(ClientPart part) {
    return Objects.requireNonNull(clients.get(part));
  }

  /** Returns the parts that tell enough clients apart, the one that spreads requests most first. */
  List<ClientPart> identifying() {
    List<ClientPart> parts = new ArrayList<>(List.of(ClientPart.values()));
    parts.removeIf(part -> clients(part).distinct() < FEWEST_CLIENTS);
    parts.sort(Comparator.comparingDouble(this::split).reversed());
    return parts;
  }

  /**
   * Returns how well a part splits the requests: the spread over clients, for those that have it.
   */
  private double split(ClientPart part) {
    ClientCensus census = clients(part);
    return census.spread() * census.present() / requests;
  }

  /** Returns the endpoints with the most requests; can be called once. */
  List<SuggestedEndpoint> endpoints(int most) {
    return paths.endpoints(most);
  }
}
