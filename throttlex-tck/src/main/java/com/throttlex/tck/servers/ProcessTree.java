package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process and all processes that it started, treated as one.
 *
 * @param root the process that started the others
 */
public record ProcessTree(Process root) {
  private static final String STOPPED_OR_DEAD = "TtZX";
  private static final String DEAD = "ZX";
  private static final Duration END = Duration.ofSeconds(10);

  /** Stops all (SIGSTOP), the root first, so that it starts no others, and waits. */
  public void pause() {
    signalRoot("STOP");
    awaitRootStopped();
    List<ProcessHandle> children = children();
    signal("STOP", children);
    for (ProcessHandle child : children) {
      Await.until("stop of " + child.pid(), () -> isStopped(child));
    }
  }

  /** Waits until the root starts no more children: a signal takes a while on a busy machine. */
  private void awaitRootStopped() {
    Await.until("stop of " + root.pid(), () -> isStopped(root.toHandle()));
  }

  /**
   * Returns whether no thread runs. The signal stops one thread after the other, and never reaches
   * threads that have ended.
   */
  private static boolean isStopped(ProcessHandle process) {
    Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
    if (!Files.isDirectory(threads)) {
      return true; // this system has no such folder, or the process has ended
    }
    try (Stream<Path> all = Files.list(threads)) {
      return all.allMatch(ProcessTree::isThreadStopped);
    } catch (IOException | UncheckedIOException e) {
      return false; // a thread has ended in between
    }
  }

  private static boolean isThreadStopped(Path thread) {
    try {
      return STOPPED_OR_DEAD.indexOf(state(Files.readString(thread.resolve("stat")))) >= 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Resumes all (SIGCONT). */
  public void resume() {
    signal("CONT", children());
    signalRoot("CONT");
  }

  /** Sends a signal to the root, and kills all processes that are left after ten seconds. */
  public void end(String signal) {
    if (root.isAlive()) {
      resume();
      signalRoot(signal);
      waitFor(root);
    }
    kill();
  }

  /** Kills all (SIGKILL) and waits for their end. */
  public void kill() {
    List<ProcessHandle> all = new ArrayList<>();
    if (root.isAlive()) {
      signal("STOP", List.of(root.toHandle()));
      awaitRootStopped();
      all.addAll(children());
    }
    all.add(root.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    waitFor(root);
    Await.until("end of " + all, () -> all.stream().noneMatch(ProcessTree::runs));
  }

  /**
   * Returns whether a process has anything left, such as shared memory. A zombie has nothing. A
   * process that is about to become one has no program any more, but may still have memory.
   */
  private static boolean runs(ProcessHandle process) {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      return DEAD.indexOf(state(Files.readString(stat))) < 0;
    } catch (IOException e) { // the process has ended, or this system has no such file
      return process.isAlive() && process.info().command().isPresent();
    }
  }

  /** Returns the letter of the state in the text of a {@code stat} file. */
  private static char state(String stat) {
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  private List<ProcessHandle> children() {
    return root.descendants().toList();
  }

  private void signalRoot(String signal) {
    int exit = signal(signal, List.of(root.toHandle()));
    if (exit != 0) {
      throw new IllegalStateException(
          "kill -" + signal + " " + root.pid() + ": " + exit + " (expected: 0)");
    }
  }

  /** Sends a signal by name; the shell has {@code kill} built in, so no other program is needed. */
  private static int signal(String signal, List<ProcessHandle> processes) {
    if (processes.isEmpty()) {
      return 0;
    }
    String ids =
        processes.stream().map(p -> Long.toString(p.pid())).collect(Collectors.joining(" "));
    String command = "kill -" + signal + " " + ids;
    try {
      Process shell =
          new ProcessBuilder("/bin/sh", "-c", command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return waitFor(shell) ? shell.exitValue() : -1;
    } catch (IOException e) {
      throw new IllegalStateException(command + ": failed (expected: a shell)", e);
    }
  }

  private static boolean waitFor(Process process) {
    try {
      return process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }
}
