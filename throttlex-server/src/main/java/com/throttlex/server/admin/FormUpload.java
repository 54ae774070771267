package com.throttlex.server.admin;

import com.throttlex.server.access.RequestBody;
import com.throttlex.server.identity.OwnerOnly;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerFileUpload;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a multipart form. Parts with a file name go to files of a folder as they arrive, and
 * not to memory.
 *
 * <p>Parts beyond the largest size are read and dropped, so that the client sees the answer; after
 * twice that size the connection ends. Names that are not known are remembered for the answer.
 *
 * <p>A worker thread appends one chunk at a time, and no file stays open between them. After a
 * failed write nothing more is stored, and {@link #failure} says why.
 */
final class FormUpload {
  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  private static final int LONGEST_NAME = 200;

  /** The largest number of files that come under one name. */
  static final int MOST_FILES = 100;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final Path folder;
  private final Set<String> known;
  private final long most;
  private final String several;
  private final List<StoredPart> files = new ArrayList<>();
  private final Map<String, String> fields = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<Future<Void>> ends = new ArrayList<>();
  private Future<Path> written;
  private @Nullable String failure;
  private boolean abandoned;
  private long bytes;

  /**
   * A stored part.
   *
   * @param part the name of the part
   * @param name the name of the file as the client gave it, shortened
   */
  record StoredPart(String part, String name, Path path) {}

  private FormUpload(
      Vertx vertx,
      HttpServerRequest request,
      Path folder,
      Set<String> known,
      String several,
      long most) {
    this.vertx = vertx;
    this.request = request;
    this.folder = folder;
    this.known = known;
    this.several = several;
    this.most = most;
    written = Future.succeededFuture(folder);
  }

  /**
   * Receives the form of a request that is paused.
   *
   * @param known the names of the parts
   * @param several the name of the part that may come several times
   * @param most the bytes of all files together
   * @param left completes when the client has left; the request itself does not tell if that was
   *     before this call
   */
  static Future<FormUpload> receive(
      Vertx vertx,
      HttpServerRequest request,
      Path folder,
      Set<String> known,
      String several,
      long most,
      Future<?> left) {
    FormUpload form = new FormUpload(vertx, request, folder, known, several, most);
    request.setExpectMultipart(true).uploadHandler(form::store);
    Promise<FormUpload> received = Promise.promise();
    request
        .end()
        .compose(ended -> Future.join(form.ends))
        .compose(ended -> form.written.onFailure(e -> form.failure = reason(e)).otherwise(folder))
        .onSuccess(stored -> received.tryComplete(form.complete()))
        .onFailure(received::tryFail);
    left.onComplete(gone -> received.tryFail("the client has left"));
    request.resume();
    return received.future().recover(form::abandon);
  }

  private static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private void store(HttpServerFileUpload part) {
    String name = part.name();
    if (!isNew(name)) {
      part.handler(dropped -> count(dropped.length()));
      return;
    }
    int number = files(name).size();
    Path file = folder.resolve(number == 0 ? name : name + "-" + number);
    files.add(new StoredPart(name, shown(part), file));
    append(file, Buffer.buffer());
    part.handler(
        chunk -> {
          if (count(chunk.length()) && !abandoned) {
            part.pause();
            append(file, chunk).onComplete(done -> part.resume());
          }
        });
    ends.add(
        Future.future(
            promise -> {
              part.endHandler(promise::tryComplete);
              part.exceptionHandler(promise::tryFail);
            }));
  }

  /** Returns the name of a file for people, or that of its part. */
  private static String shown(HttpServerFileUpload part) {
    String name = part.filename();
    return name == null || name.isBlank()
        ? part.name()
        : name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }

  /** Appends bytes to a file after all earlier ones, unless one of these has failed. */
  private Future<Path> append(Path file, Buffer bytes) {
    written =
        written.compose(
            before ->
                vertx.executeBlocking(
                    () -> {
                      write(file, ByteBuffer.wrap(bytes.getBytes()));
                      return file;
                    },
                    false));
    return written;
  }

  private static void write(Path file, ByteBuffer bytes) throws IOException {
    try (SeekableByteChannel open =
        Files.newByteChannel(file, APPEND, OwnerOnly.attributes(file))) {
      while (bytes.hasRemaining()) {
        open.write(bytes);
      }
    }
  }

  /**
   * Returns the failure of a form that does not arrive completely, when nothing writes any more.
   */
  private Future<FormUpload> abandon(Throwable broken) {
    abandoned = true;
    return written.transform(done -> Future.failedFuture(broken));
  }

  /** Counts bytes; returns whether there is room for them. */
  private boolean count(int more) {
    bytes += more;
    if (bytes > 2 * most) {
      RequestBody.cutOff(request);
    }
    return bytes <= most;
  }

  /** Returns whether a part is known and may come; adds a problem if it may not. */
  private boolean isNew(String name) {
    if (!known.contains(name)) {
      problems.add("form: unknown part (expected: one of " + String.join(", ", known) + ")");
      return false;
    }
    boolean again = file(name) != null || fields.containsKey(name);
    if (again && !name.equals(several)) {
      problems.add(name + ": again (expected: each part once)");
      return false;
    } else if (files(name).size() >= MOST_FILES) {
      problems.add(name + ": too many (expected: at most " + MOST_FILES + " files)");
      return false;
    }
    return true;
  }

  private FormUpload complete() {
    request
        .formAttributes()
        .forEach(
            (name, value) -> {
              if (isNew(name)) {
                fields.put(name, value);
              }
            });
    return this;
  }

  boolean isTooLarge() {
    return bytes > most;
  }

  /** Returns why the files are not complete; null if they are. */
  @Nullable String failure() {
    return failure;
  }

  List<String> problems() {
    return problems;
  }

  /** Returns the file of a part; null if the part is missing or has no file name. */
  @Nullable Path file(String name) {
    List<StoredPart> found = files(name);
    return found.isEmpty() ? null : found.get(0).path();
  }

  /** Returns all files of a part, in the order in which they came. */
  List<StoredPart> files(String name) {
    return files.stream().filter(file -> file.part().equals(name)).toList();
  }

  /** Returns the text of a part without a file name; null if it is missing. */
  @Nullable String field(String name) {
    return fields.get(name);
  }
}
