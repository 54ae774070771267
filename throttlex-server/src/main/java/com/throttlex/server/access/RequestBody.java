package com.throttlex.server.access;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, of which at most so many bytes are kept.
 *
 * <p>The rest of a longer body is read and dropped: a client that is cut off while it writes does
 * not see the answer. After too many dropped bytes the stream or the connection ends.
 */
public final class RequestBody implements Handler<Buffer> {
  /** The type of bodies. */
  public static final String JSON = "application/json";

  /** The type that curl sends by default. */
  private static final String FORM = "application/x-www-form-urlencoded";

  /** The longest time that reading a body may take. */
  public static final long MOST_MILLIS = 10_000;

  /** The bytes that are read of a body that nobody needs. */
  private static final int MOST_DROPPED = 64 << 10;

  private final HttpServerRequest request;
  private final int mostKept;
  private final long mostRead;
  private @Nullable Buffer kept;
  private boolean copied;
  private long length;

  /**
   * Creates a body that takes its chunks from {@link #handle}.
   *
   * @param mostKept the bytes of the longest body that is kept
   * @param mostRead the bytes of the longest body that is read
   */
  public RequestBody(HttpServerRequest request, int mostKept, long mostRead) {
    this.request = request;
    this.mostKept = mostKept;
    this.mostRead = mostRead;
  }

  /** Returns whether a body of this type can be JSON. */
  public static boolean isJson(String type) {
    if (type.equals(JSON)) {
      return true;
    }
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return media.equals(JSON)
        || media.equals(FORM)
        || (media.startsWith("application/") && media.endsWith("+json"));
  }

  /** Drops the body of a request that was answered without it. */
  public static void drop(HttpServerRequest request) {
    if (!request.isEnded()) {
      request.exceptionHandler(gone -> {}).handler(new RequestBody(request, 0, MOST_DROPPED));
    }
  }

  /** Ends the stream or the connection of a client that sends too much or too slowly. */
  public static void cutOff(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      request.connection().close();
    }
  }

  @Override
  public void handle(Buffer chunk) {
    length += chunk.length();
    if (length > mostRead) {
      request.handler(null);
      cutOff(request);
    } else if (isTooLong()) {
      kept = null;
    } else {
      kept = kept == null ? chunk : join(kept, chunk);
    }
  }

  /** The first chunk belongs to the connection. Most bodies consist of it, and are not copied. */
  private Buffer join(Buffer before, Buffer chunk) {
    Buffer whole = copied ? before : Buffer.buffer(2 * before.length()).appendBuffer(before);
    copied = true;
    return whole.appendBuffer(chunk);
  }

  /** Returns whether the body is longer than what is kept. */
  public boolean isTooLong() {
    return length > mostKept;
  }

  /** Returns the bytes so far, or null when they are too many. */
  public @Nullable Buffer content() {
    return isTooLong() ? null : kept == null ? Buffer.buffer() : kept;
  }
}
