package com.throttlex.server.envoy;

import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with one store, and proxies with their reports and assignments on the way between them, in
 * virtual time. The nodes are the real classes; messages take a random time and keep their order.
 */
final class QuotaSimulation {
  static final String DOMAIN = "edge";
  static final BucketId ALL = BucketId.newBuilder().putBucket("name", "all").build();
  static final long MILLI = 1_000_000L;
  private static final long STEP = 10 * MILLI;

  private record Event(long at, long order, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
    }
  }

  final ManualClock clock = new ManualClock();
  final Random random;
  final Store store = new MemoryStore();
  final List<Node> nodes = new ArrayList<>();
  final List<ModelledProxy> proxies = new ArrayList<>();

  /** How many requests were admitted in each step. */
  final List<Integer> history = new ArrayList<>();

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<ModelledProxy, Link> links = new HashMap<>();
  private long order;
  long mostDelay = 50 * MILLI;
  long messages;

  /** A node of the service. */
  final class Node {
    final ThrottleX throttlex;
    Quotas quotas;
    boolean up = true;
    int life;

    Node(RuleBook rules) {
      throttlex = ThrottleX.of(rules, store, clock);
      quotas = new Quotas(throttlex, 64);
    }

    /** Loses everything in its memory, and all its streams. */
    void crash() {
      up = false;
      life++;
    }

    void restart() {
      quotas = new Quotas(throttlex, 64);
      up = true;
    }
  }

  /** A stream between a proxy and a node; messages of each direction keep their order. */
  private final class Link implements QuotaProxy.Sink {
    private final ModelledProxy proxy;
    private final Node node;
    private final int life;
    private @Nullable QuotaProxy open;
    private boolean broken;
    private long lastUp;
    private long lastDown;

    Link(ModelledProxy proxy, Node node) {
      this.proxy = proxy;
      this.node = node;
      this.life = node.life;
    }

    boolean isUp() {
      return !broken && node.up && node.life == life;
    }

    void report(RateLimitQuotaUsageReports report) {
      lastUp = later(lastUp);
      at(lastUp, () -> arrive(report));
    }

    private void arrive(RateLimitQuotaUsageReports report) {
      if (isUp()) {
        messages++;
        if (open == null) {
          open = node.quotas.open("proxy", this);
        }
        node.quotas.report(open, report);
      }
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void send(RateLimitQuotaResponse message) {
      messages++;
      lastDown = later(lastDown);
      at(lastDown, () -> deliver(message));
    }

    @Override
    public void reset() {
      broken = true;
    }

    private void deliver(RateLimitQuotaResponse message) {
      if (proxy.paused) {
        at(now() + STEP, () -> deliver(message));
      } else if (!proxy.crashed) {
        proxy.receive(message, now());
      }
    }

    /** Breaks; the node learns of it a little later. */
    void cut() {
      broken = true;
      at(now() + 100 * MILLI, this::closed);
    }

    private void closed() {
      if (open != null && node.life == life) {
        node.quotas.close(open);
      }
    }
  }

  QuotaSimulation(long seed) {
    random = new Random(seed);
  }

  /** Adds nodes with a rule for the whole domain. */
  QuotaSimulation nodes(int count, Rule rule) {
    for (int i = 0; i < count; i++) {
      Node node = new Node(RuleBook.of(rule));
      nodes.add(node);
      tickLater(node);
    }
    return this;
  }

  private void tickLater(Node node) {
    long wait = Quotas.TICK_MILLIS / 2 + random.nextInt((int) Quotas.TICK_MILLIS);
    at(
        now() + wait * MILLI,
        () -> {
          if (node.up) {
            node.quotas.tick();
          }
          tickLater(node);
        });
  }

  /** Adds a proxy that reports every second and gets that many requests a second. */
  ModelledProxy proxy(double perSecond) {
    double speed = 1 + (random.nextDouble() - 0.5) / 500;
    ModelledProxy proxy =
        new ModelledProxy(ALL, new Random(random.nextLong()), speed, 1000 * MILLI);
    proxy.perSecond = perSecond;
    proxies.add(proxy);
    return proxy;
  }

  long now() {
    return clock.nanos();
  }

  private long later(long last) {
    return Math.max(last, now() + (long) (random.nextDouble() * mostDelay));
  }

  void at(long time, Runnable what) {
    events.add(new Event(time, order++, what));
  }

  /** Breaks the stream of a proxy. */
  void cut(ModelledProxy proxy) {
    Link link = links.remove(proxy);
    if (link != null) {
      link.cut();
    }
  }

  /** Ends a proxy; it holds no stream and admits nothing any more. */
  void crash(ModelledProxy proxy) {
    cut(proxy);
    proxy.crashed = true;
    proxies.remove(proxy);
  }

  /** Runs for a time. */
  void run(Duration time) {
    long end = now() + time.toNanos();
    while (now() < end) {
      long next = now() + STEP;
      while (!events.isEmpty() && events.peek().at <= next) {
        Event event = events.poll();
        clock.advance(Duration.ofNanos(Math.max(0, event.at - now())));
        event.what.run();
      }
      clock.advance(Duration.ofNanos(Math.max(0, next - now())));
      step();
    }
  }

  private void step() {
    int admitted = 0;
    for (ModelledProxy proxy : proxies) {
      if (proxy.paused) {
        continue;
      }
      double mean = proxy.perSecond * STEP / 1e9;
      int arrivals = (int) mean + (proxy.random.nextDouble() < mean - (int) mean ? 1 : 0);
      for (int i = 0; i < arrivals; i++) {
        admitted += proxy.request(now()) ? 1 : 0;
      }
      boolean first = arrivals > 0 && proxy.isNew();
      if (first || now() >= proxy.nextReport) {
        if (proxy.nextReport == Long.MAX_VALUE || now() >= proxy.nextReport) {
          proxy.nextReport = now() + proxy.interval;
        }
        report(proxy);
      }
    }
    history.add(admitted);
  }

  private void report(ModelledProxy proxy) {
    RateLimitQuotaUsageReports report = proxy.report(DOMAIN);
    Link link = links.get(proxy);
    if (link == null || !link.isUp()) {
      link = connect(proxy);
    }
    if (link != null) {
      link.report(report);
    }
  }

  private @Nullable Link connect(ModelledProxy proxy) {
    List<Node> up = nodes.stream().filter(node -> node.up).toList();
    if (up.isEmpty()) {
      links.remove(proxy);
      return null;
    }
    Node node =
        proxy.node >= 0 && nodes.get(proxy.node).up
            ? nodes.get(proxy.node)
            : up.get(random.nextInt(up.size()));
    Link link = new Link(proxy, node);
    links.put(proxy, link);
    return link;
  }

  /** Returns the most requests that were admitted within any time of that length. */
  long mostWithin(Duration window) {
    int steps = (int) (window.toNanos() / STEP);
    long most = 0;
    long sum = 0;
    for (int i = 0; i < history.size(); i++) {
      sum += history.get(i) - (i >= steps ? history.get(i - steps) : 0);
      most = Math.max(most, sum);
    }
    return most;
  }

  /** Returns how many requests were admitted in the last time of that length. */
  long lately(Duration window) {
    int steps = (int) (window.toNanos() / STEP);
    return history.subList(Math.max(0, history.size() - steps), history.size()).stream()
        .mapToLong(Integer::longValue)
        .sum();
  }
}
