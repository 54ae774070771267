package com.throttlex.http;

/** The problem types that are registered, and the one for all other problems. */
enum ProblemType {
  BLANK("about:blank", ""),
  QUOTA_EXCEEDED(ProblemType.REGISTRY + "quota-exceeded", "Quota Exceeded"),
  REDUCED_CAPACITY(
      ProblemType.REGISTRY + "temporary-reduced-capacity", "Temporary Reduced Capacity");

  private static final String REGISTRY = "https://iana.org/assignments/http-problem-types#";

  private final String uri;
  private final String title;

  ProblemType(String uri, String title) {
    this.uri = uri;
    this.title = title;
  }

  String uri() {
    return uri;
  }

  /** Returns the title of the type, or the phrase of the status if it has none. */
  String title(int status) {
    return this == BLANK ? phrase(status) : title;
  }

  /** Returns the standard phrase of a status. */
  static String phrase(int status) {
    return switch (status) {
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 411 -> "Length Required";
      case 412 -> "Precondition Failed";
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 415 -> "Unsupported Media Type";
      case 421 -> "Misdirected Request";
      case 422 -> "Unprocessable Content";
      case 428 -> "Precondition Required";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      default -> status < 500 ? "Client Error" : "Server Error";
    };
  }
}
