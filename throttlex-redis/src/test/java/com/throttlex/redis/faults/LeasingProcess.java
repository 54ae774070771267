package com.throttlex.redis.faults;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Limit;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A node in its own process; it prints each admission at once, until it is killed. */
final class LeasingProcess implements AutoCloseable {
  private static final long BREATH_NANOS = 50_000;
  private static final Duration LIFE = Duration.ofSeconds(60);

  private final Process process;
  private final BufferedReader output;

  /** An admission: its subject, and the time of the request by the process's clock. */
  record Admission(String subject, long askedAt) {
    static Admission parse(String line) {
      int end = line.indexOf(' ');
      return new Admission(line.substring(0, end), Long.parseLong(line.substring(end + 1)));
    }
  }

  private LeasingProcess(Process process) {
    this.process = process;
    output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  static LeasingProcess start(String url) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LeasingProcess.class.getName(),
            url);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new LeasingProcess(builder.start());
  }

  /** Sends requests for the subjects in turn, for at most a minute. */
  public static void main(String[] args) throws IOException {
    long end = System.nanoTime() + LIFE.toNanos();
    try (Node node = Node.patient(args[0], 2, new SystemTime());
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      for (int i = 0; System.nanoTime() < end; i++) {
        String subject = KilledNodeTest.SUBJECTS.get(i % KilledNodeTest.SUBJECTS.size());
        Limit limit = KilledNodeTest.LIMIT;
        Answer answer = node.ask(subject, limit, Sync.LEASED, FailureMode.LOCAL);
        if (answer.admitted()) {
          // One write and no buffer: what was admitted before the end is known.
          out.write((subject + ' ' + answer.askedAt() + '\n').getBytes(StandardCharsets.US_ASCII));
        }
        LockSupport.parkNanos(BREATH_NANOS);
      }
    }
  }

  /** Reads that many admissions, kills the process, and returns all its admissions. */
  List<Admission> killAfter(int admissions) throws IOException, InterruptedException {
    List<Admission> all = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      all.add(Admission.parse(line));
      if (all.size() == admissions) {
        process.toHandle().destroyForcibly(); // SIGKILL, and what was said can still be read
      }
    }
    process.waitFor(10, TimeUnit.SECONDS);
    return all;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
