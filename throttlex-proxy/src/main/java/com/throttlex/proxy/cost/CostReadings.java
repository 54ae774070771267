package com.throttlex.proxy.cost;

import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.CostText;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses how the cost of an answer is read, by its head. */
final class CostReadings {
  private static final Logger LOG = LoggerFactory.getLogger(CostReadings.class);

  /** The most encodings that are named in the log, as upstreams can invent names. */
  private static final int MOST_NAMED = 16;

  private static final Set<String> NAMED = ConcurrentHashMap.newKeySet();

  private CostReadings() {}

  /** Returns the reading of an answer with these headers. */
  static CostReading of(AnswerCost part, MultiMap headers) {
    return switch (part.kind()) {
      case HEADER -> CostReading.of(header(headers.getAll(part.name())));
      case BYTES -> new ByteCount();
      case JSON -> json(part, headers);
    };
  }

  /** Returns the cost in a header that is there once. */
  private static long header(List<String> values) {
    return values.size() == 1 ? CostText.parse(values.get(0).strip()) : CostReading.UNKNOWN;
  }

  private static CostReading json(AnswerCost part, MultiMap headers) {
    CostReading content = content(part, type(headers));
    String encoding = headers.get(HttpHeaders.CONTENT_ENCODING);
    if (content == null || encoding == null) {
      return content == null ? CostReading.of(CostReading.UNKNOWN) : content;
    }
    return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> content;
      case "gzip", "x-gzip" -> new Gunzip(content);
      default -> {
        warn(encoding);
        yield CostReading.of(CostReading.UNKNOWN);
      }
    };
  }

  private static String type(MultiMap headers) {
    String type = headers.get(HttpHeaders.CONTENT_TYPE);
    int end = type == null ? -1 : type.indexOf(';');
    return type == null
        ? ""
        : (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static @Nullable CostReading content(AnswerCost part, String type) {
    if (type.equals("text/event-stream")) {
      return new EventStream(part.path());
    }
    return type.equals("application/json") || type.endsWith("+json")
        ? new JsonMember(part.path())
        : null;
  }

  private static void warn(String encoding) {
    if (NAMED.size() < MOST_NAMED && NAMED.add(encoding)) {
      LOG.warn(
          "cost: cannot read answers with Content-Encoding {}; their estimates stand; let the"
              + " upstream send gzip or no encoding",
          encoding.length() > 40 ? encoding.substring(0, 40) : encoding);
    }
  }
}
