package com.throttlex.benchmarks.proxy;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.load.TrafficKind;
import com.throttlex.benchmarks.service.Load;
import com.throttlex.benchmarks.service.OwnLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A proxy, or the upstream itself, under load.
 *
 * @param cpu the processor time of all its processes so far; the upstream's is not part of it
 */
record ProxySide(ProxyEntrant who, Supplier<Duration> cpu, int port, OwnLoad load, ProxyPace pace)
    implements Turns.Side<ProxyRound> {
  /** The rate of the open loop. */
  static final int PER_SECOND = 1000;

  /** Sends requests until the side is warm; a cold one may fail, but not to the end. */
  @Override
  public void warmUp() throws IOException, InterruptedException {
    double requests = 0;
    IOException failure = null;
    for (int i = 0; i < pace.warmUpSeconds() && requests < pace.warmUpRequests(); i++) {
      try {
        requests += load.of(TrafficKind.PROXIED).run(port, 1).requests();
        failure = null;
      } catch (IOException e) {
        failure = new IOException(who + ": " + e.getMessage(), e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public ProxyRound round() throws IOException, InterruptedException {
    double before = cpu.get().toNanos();
    Load.Volume volume = load.of(TrafficKind.PROXIED).run(port, pace.roundSeconds());
    double micros = (cpu.get().toNanos() - before) / TimeUnit.MICROSECONDS.toNanos(1);
    OwnLoad.Percentiles paced =
        load.paced(TrafficKind.PROXIED, port, pace.roundSeconds(), PER_SECOND);
    return new ProxyRound(volume.rate(), micros / volume.requests(), paced.p50(), paced.p99());
  }
}
