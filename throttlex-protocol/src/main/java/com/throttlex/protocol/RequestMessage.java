package com.throttlex.protocol;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import java.util.Map;

/** Converts the fields of a request to a message and back. An empty text is an absent value. */
public final class RequestMessage {
  private static final String ABSENT = "";

  private RequestMessage() {}

  /** Sets the fields that the message has. */
  public static void read(CheckRequest from, RequestContextBuilder to) {
    for (RequestField field : RequestField.ALL) {
      Object value = get(from, field);
      if (value instanceof Map<?, ?> entries) {
        entries.forEach((name, text) -> put(to, field, (String) name, (String) text));
      } else if (!value.equals(ABSENT)) {
        field.set(to, value);
      }
    }
  }

  private static void put(RequestContextBuilder to, RequestField field, String name, String text) {
    if (!text.equals(ABSENT)) {
      field.put(to, name, text);
    }
  }

  /** Returns a message with the fields of a request. */
  public static CheckRequest.Builder write(RequestContext from) {
    CheckRequest.Builder to = CheckRequest.newBuilder();
    for (RequestField field : RequestField.ALL) {
      Object value = field.get(from);
      if (value != null) {
        set(to, field, value);
      }
    }
    return to;
  }

  private static Object get(CheckRequest from, RequestField field) {
    return switch (field) {
      case USER -> from.getUser();
      case IP -> from.getIp();
      case API_KEY -> from.getApiKey();
      case ENDPOINT -> from.getEndpoint();
      case METHOD -> from.getMethod();
      case SERVICE -> from.getService();
      case TIER -> from.getTier();
      case PRIORITY -> from.getPriority();
      case COST -> from.hasCost() ? (Object) from.getCost() : ABSENT;
      case ATTRIBUTES -> from.getAttributesMap();
      case HEADERS -> from.getHeadersMap();
      case IDEMPOTENCY_KEY -> from.getIdempotencyKey();
      case RESERVE -> from.getReserve();
    };
  }

  @SuppressWarnings("unchecked") // the values of maps
  private static CheckRequest.Builder set(
      CheckRequest.Builder to, RequestField field, Object value) {
    return switch (field) {
      case USER -> to.setUser((String) value);
      case IP -> to.setIp((String) value);
      case API_KEY -> to.setApiKey((String) value);
      case ENDPOINT -> to.setEndpoint((String) value);
      case METHOD -> to.setMethod((String) value);
      case SERVICE -> to.setService((String) value);
      case TIER -> to.setTier((String) value);
      case PRIORITY -> to.setPriority((String) value);
      case COST -> to.setCost((Long) value);
      case ATTRIBUTES -> to.putAllAttributes((Map<String, String>) value);
      case HEADERS -> to.putAllHeaders((Map<String, String>) value);
      case IDEMPOTENCY_KEY -> to.setIdempotencyKey((String) value);
      case RESERVE -> to.setReserve((Boolean) value);
    };
  }
}
