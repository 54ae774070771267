package com.throttlex.server.recording;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.admin.RecordedFiles;
import com.throttlex.server.admin.RecordedSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the requests of sampled clients to a file, for replay.
 *
 * <p>A decision costs a hash, and for a sampled client an entry in a buffer of bounded memory. When
 * the buffer is full, the request is dropped and counted. One thread masks, writes and compresses.
 * When the file cannot be written, requests are dropped and counted too, and the recorder tries
 * again every second; decisions do not notice.
 *
 * <p>The sample is by client and not by request: all requests of a sampled client are recorded, so
 * a replay counts for it what the service counted. A sample of requests would hardly ever reach a
 * limit.
 */
public final class Recorder implements DecisionListener, RecordedFiles, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
  private static final long MOST_WAITING = 8 << 20;
  private static final int BATCH = 1000;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CLOSE_MILLIS = 5000;
  private static final double TWO_TO_63 = 0x1p63;

  private final Queue<RecordedCheck> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong overflowed = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final ThreadLocal<KeyHash> hashes;
  private final long sampledBelow;
  private final double share;
  private final long maxBytes;
  private final Path path;
  private final RecordFile file;
  private final RecordLines lines;
  private final Thread thread;
  private long retryAt;
  private volatile @Nullable String problem;
  private volatile boolean closed;

  /** Creates a recorder, and starts its thread. */
  public Recorder(RecordSettings settings, RecordSecret secret) {
    path = settings.file();
    share = settings.share();
    maxBytes = settings.maxBytes();
    file = new RecordFile(path, maxBytes, settings.maxFiles());
    hashes = ThreadLocal.withInitial(secret::sampling);
    sampledBelow = share >= 1 ? Long.MAX_VALUE : (long) (share * TWO_TO_63);
    lines = new RecordLines(new RequestMask(secret.masking()));
    thread = new Thread(this::run, "throttlex-recorder");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sets the rules in force; the attributes that they match stay in clear. */
  public void rules(RuleBook book) {
    lines.rules(book);
  }

  /** Registers the metrics. */
  public void register(MeterRegistry registry) {
    FunctionCounter.builder("throttlex.record.written", written, AtomicLong::get)
        .description("Requests that the recorder has written")
        .register(registry);
    dropped(registry, "buffer", overflowed);
    dropped(registry, "file", lost);
  }

  private static void dropped(MeterRegistry registry, String reason, AtomicLong count) {
    FunctionCounter.builder("throttlex.record.dropped", count, AtomicLong::get)
        .description("Requests of the sample that are not in the file")
        .tag("reason", reason)
        .register(registry);
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    if (!isSampled(request)) {
      return;
    }
    RecordedCheck check = RecordedCheck.of(request, decision);
    long bytes = check.bytes();
    if (closed || waitingBytes.get() + bytes > MOST_WAITING) {
      overflowed.incrementAndGet();
      return;
    }
    waitingBytes.addAndGet(bytes);
    waiting.add(check);
  }

  /** Records nothing: a gateway that decides by itself reports numbers, not requests. */
  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts, long count) {}

  /** Returns whether the client of a request is in the sample: its user, or API key, or address. */
  private boolean isSampled(RequestContext request) {
    if (sampledBelow == Long.MAX_VALUE) {
      return true;
    }
    String client = request.user();
    client = client == null ? request.apiKey() : client;
    client = client == null ? request.ip() : client;
    return hashes.get().start().add(client).end().hi() >>> 1 < sampledBelow;
  }

  private void run() {
    while (!closed) {
      boolean wrote = write() > 0;
      if (!file.compress() && !wrote) {
        LockSupport.parkNanos(this, IDLE_NANOS);
      }
    }
    writeWaiting();
  }

  /** Writes the requests that wait at this time, and not those that arrive meanwhile. */
  private void writeWaiting() {
    long left = waitingBytes.get();
    long bytes = 1;
    while (left > 0 && bytes > 0) {
      bytes = write();
      left -= bytes;
    }
  }

  /** Writes some of the waiting requests; returns their bytes in the buffer. */
  private synchronized long write() {
    List<RecordedCheck> batch = new ArrayList<>();
    long bytes = 0;
    RecordedCheck next = waiting.poll();
    while (next != null) {
      batch.add(next);
      bytes += next.bytes();
      next = batch.size() < BATCH ? waiting.poll() : null;
    }
    if (!batch.isEmpty()) {
      append(batch);
      waitingBytes.addAndGet(-bytes);
    }
    return bytes;
  }

  private void append(List<RecordedCheck> batch) {
    if (problem != null && System.nanoTime() - retryAt < 0) {
      lost.addAndGet(batch.size());
      return;
    }
    long before = written.get() + lost.get();
    try {
      appendLines(batch);
      if (problem != null) {
        LOG.info("record: {} is written again; {} requests were dropped", path, lost.get());
        problem = null;
      }
    } catch (IOException | RuntimeException e) {
      lost.addAndGet(before + batch.size() - written.get() - lost.get());
      retryAt = System.nanoTime() + RETRY_NANOS;
      if (problem == null) {
        LOG.warn(
            "record: {} cannot be written: {}; decisions continue, requests are not recorded",
            path,
            e.toString());
      }
      problem = path + " cannot be written: " + e;
    }
  }

  /** Appends requests in parts of at most half a file, so that no file becomes too large. */
  private void appendLines(List<RecordedCheck> batch) throws IOException {
    byte[] bytes = lines.bytes(batch);
    int half = batch.size() / 2;
    if (bytes.length > maxBytes / 2 && half > 0) {
      appendLines(batch.subList(0, half));
      appendLines(batch.subList(half, batch.size()));
    } else if (bytes.length > maxBytes) {
      lost.incrementAndGet(); // one request that is larger than a file may be
    } else {
      file.append(bytes);
      written.addAndGet(batch.size());
    }
  }

  @Override
  public RecordedSnapshot snapshot(Instant from) throws IOException {
    writeWaiting();
    return file.snapshot(from);
  }

  @Override
  public double share() {
    return share;
  }

  /** Returns the file. */
  public Path file() {
    return path;
  }

  /** Returns why the file cannot be written, or null if it can. */
  public @Nullable String problem() {
    return problem;
  }

  /** Writes the waiting requests and closes the file. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MILLIS);
      file.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("record: {} not closed: {}", path, e.toString());
    }
  }
}
