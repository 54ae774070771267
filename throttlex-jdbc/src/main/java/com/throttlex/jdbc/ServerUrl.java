package com.throttlex.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed URL of a database server. Drivers never get a password in an address that they may
 * print.
 *
 * @param scheme such as {@code jdbc:mysql:}
 * @param place the hosts and the name of the database, from the slashes on
 * @param parameters the driver settings, with user and password
 * @param plain whether hosts and name certainly contain no part of a password
 */
record ServerUrl(String scheme, String place, Properties parameters, boolean plain) {
  private static final String HOST = "(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%]+])(?::[0-9]{1,5})?";

  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>jdbc:(?:postgresql|mariadb|mysql):)(?<mode>(?:[a-z-]+:)?//)"
              + "(?:(?<user>[^/?#@]*)@)?"
              + "(?<place>HOST(?:,HOST)*+/[^/?#@;&]+)".replace("HOST", HOST)
              + "(?:\\?(?<parameters>.*))?");

  private static final Pattern LOOPBACK =
      Pattern.compile(
          "LOCAL(?:,LOCAL)*+"
              .replace(
                  "LOCAL",
                  "(?i:localhost|127(?:\\.[0-9]{1,3}){3}|\\[(?:0{0,4}:){0,7}0{0,3}1])(?::[0-9]{1,5})?"));

  /** Parses the URL; empty when it has another form. */
  static Optional<ServerUrl> find(String url) {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Properties parameters = new Properties();
    part(matcher, "user").ifPresent(user -> readUser(user, parameters));
    String rest = part(matcher, "parameters").orElse("");
    for (String parameter : rest.split("&", -1)) {
      int end = parameter.indexOf('=');
      if (end > 0) {
        parameters.setProperty(
            decoded(parameter.substring(0, end)), decoded(parameter.substring(end + 1)));
      }
    }
    String place = matcher.group("mode") + matcher.group("place");
    boolean plain = rest.indexOf('@') < 0;
    return Optional.of(new ServerUrl(matcher.group("scheme"), place, parameters, plain));
  }

  /**
   * Parses the URL.
   *
   * @throws IllegalArgumentException when it has another form
   */
  static ServerUrl of(String url) {
    return find(url).orElseThrow(() -> Dialect.refused(url));
  }

  private static Optional<String> part(Matcher matcher, String name) {
    return Optional.ofNullable(matcher.group(name));
  }

  private static void readUser(String text, Properties parameters) {
    int end = text.indexOf(':');
    parameters.setProperty("user", decoded(end < 0 ? text : text.substring(0, end)));
    if (end >= 0) {
      parameters.setProperty("password", decoded(text.substring(end + 1)));
    }
  }

  /** Decodes percent signs; unlike in forms, a plus sign is itself. */
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** Returns the URL for the driver. */
  String address() {
    return scheme + place;
  }

  /** Returns the same hosts and name with the scheme of another driver. */
  ServerUrl withScheme(String other) {
    return new ServerUrl(other, place, parameters, plain);
  }

  /** Returns the URL with a parameter, unless it already has that parameter. */
  ServerUrl withDefault(String name, String value) {
    parameters.putIfAbsent(name, value);
    return this;
  }

  /** Returns the URL with a parameter added or replaced. */
  ServerUrl with(String name, String value) {
    Properties changed = new Properties();
    changed.putAll(parameters);
    changed.setProperty(name, value);
    return new ServerUrl(scheme, place, changed, plain);
  }

  /** Returns whether the URL has a parameter whose name contains the text, in any case. */
  boolean hasParameter(String part) {
    String wanted = part.toLowerCase(Locale.ROOT);
    return parameters.stringPropertyNames().stream()
        .anyMatch(name -> name.toLowerCase(Locale.ROOT).contains(wanted));
  }

  /** Returns whether all hosts are loopback addresses. */
  boolean isLocal() {
    String hosts = place.substring(place.indexOf("//") + 2, place.lastIndexOf('/'));
    return LOOPBACK.matcher(hosts).matches();
  }

  /** Returns hosts and name without the leading slashes; empty like {@link #printable}. */
  Optional<String> printablePlace() {
    return plain ? Optional.of(place.substring(place.indexOf("//") + 2)) : Optional.empty();
  }

  /** Returns hosts and name; empty if they may be part of a password with special characters. */
  Optional<String> printable() {
    return plain ? Optional.of(address() + (parameters.isEmpty() ? "" : "?…")) : Optional.empty();
  }
}
