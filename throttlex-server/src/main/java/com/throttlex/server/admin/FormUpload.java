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

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final Path folder;
  private final Set<String> known;
  private final long most;
  private final Map<String, Path> files = new HashMap<>();
  private final Map<String, String> fields = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<Future<Void>> ends = new ArrayList<>();
  private Future<Path> written;
  private @Nullable String failure;
  private boolean abandoned;
  private long bytes;

  private FormUpload(
      Vertx vertx, HttpServerRequest request, Path folder, Set<String> known, long most) {
    this.vertx = vertx;
    this.request = request;
    this.folder = folder;
    this.known = known;
    this.most = most;
    written = Future.succeededFuture(folder);
  }

  /**
   * Receives the form of a request that is paused.
   *
   * @param known the names of the parts
   * @param most the bytes of all files together
   * @param left completes when the client has left; the request itself does not tell if that was
   *     before this call
   */
  static Future<FormUpload> receive(
      Vertx vertx,
      HttpServerRequest request,
      Path folder,
      Set<String> known,
      long most,
      Future<?> left) {
    FormUpload form = new FormUpload(vertx, request, folder, known, most);
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
    if (!isNew(name) || files.containsKey(name)) {
      part.handler(dropped -> count(dropped.length()));
      return;
    }
    Path file = folder.resolve(name);
    files.put(name, file);
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

  /** Returns whether a part is known; adds a problem if it is not, or if it is there already. */
  private boolean isNew(String name) {
    if (!known.contains(name)) {
      problems.add("form: unknown part (expected: one of " + String.join(", ", known) + ")");
      return false;
    }
    if (files.containsKey(name) || fields.containsKey(name)) {
      problems.add(name + ": again (expected: each part once)");
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
    return files.get(name);
  }

  /** Returns the text of a part without a file name; null if it is missing. */
  @Nullable String field(String name) {
    return fields.get(name);
  }
}
