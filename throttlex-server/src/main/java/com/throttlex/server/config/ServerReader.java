package com.throttlex.server.config;

import com.throttlex.request.Addresses;
import com.throttlex.request.InvalidRequestException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the addresses and ports on which the service listens. */
final class ServerReader {
  private static final String HOST_EXPECTED = "a host name or address such as 127.0.0.1";
  private static final String PORT_EXPECTED =
      "a port from 0 to 65535, 0 for any free one, or -1 for none";
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");
  private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");

  private static final long MOST_A_SECOND = 1_000_000_000;
  private static final int DEFAULT_PORT = 8080;
  private static final int DEFAULT_ADMIN_PORT = 8081;
  private static final int DEFAULT_RESP_PORT = 6380;

  private final SettingSources sources;
  private final boolean proxying;
  private final Map<Integer, SettingKey> taken = new HashMap<>();

  /**
   * Creates a reader.
   *
   * @param proxying whether the ports for checks are off unless they are configured
   */
  ServerReader(SettingSources sources, boolean proxying) {
    this.sources = sources;
    this.proxying = proxying;
  }

  Settings.Server read() {
    return new Settings.Server(
        sources.read(SettingKey.HOST, ServerReader::host, "127.0.0.1"),
        port(SettingKey.PORT, proxying ? Settings.OFF : DEFAULT_PORT),
        port(SettingKey.ADMIN_PORT, DEFAULT_ADMIN_PORT),
        port(SettingKey.RESP_PORT, proxying ? Settings.OFF : DEFAULT_RESP_PORT),
        tls(),
        TokenReader.callers(sources),
        sources.read(SettingKey.MAX_RATE, ServerReader::maxRate, Settings.Server.DEFAULT_MAX_RATE),
        sources.read(SettingKey.ENVOY_QUOTAS, Given::flag, false));
  }

  private static @Nullable String host(Given given) {
    String text = given.value().text(HOST_EXPECTED);
    if (text != null && !isHost(text)) {
      given.value().wrong(HOST_EXPECTED);
      return null;
    }
    return text;
  }

  private static Long maxRate(Given given) {
    return given
        .value()
        .whole(
            0,
            MOST_A_SECOND,
            Settings.Server.DEFAULT_MAX_RATE,
            "checks a second from 1 to " + MOST_A_SECOND + ", or 0 for no limit");
  }

  private static boolean isHost(String text) {
    boolean name = HOST.matcher(text).matches() && !DIGITS_AND_DOTS.matcher(text).matches();
    return name || isAddress(text);
  }

  private static boolean isAddress(String text) {
    try {
      return !text.contains("/") && !Addresses.canonical(text, 128).isEmpty();
    } catch (InvalidRequestException e) {
      return false;
    }
  }

  /** Returns a port that no other door has. */
  int port(SettingKey key, int byDefault) {
    Given given = sources.find(key);
    int port =
        given == null
            ? byDefault
            : (int) given.value().whole(Settings.OFF, 65535, byDefault, PORT_EXPECTED);
    SettingKey other =
        port > 0 && !sources.isWrong(key.path()) ? taken.putIfAbsent(port, key) : null;
    if (other != null) {
      clash(port, key, other);
    }
    return port;
  }

  /** Adds a problem for two doors on one port, if at least one of them was set explicitly. */
  private void clash(int port, SettingKey key, SettingKey other) {
    Given given = sources.find(key);
    SettingKey blamed = given == null ? other : key;
    Given wrong = given == null ? sources.find(other) : given;
    if (wrong != null) {
      SettingKey first = blamed == key ? other : key;
      wrong.value().wrong("another port than " + first.path() + ", which is " + port);
    }
  }

  private Settings.@Nullable Tls tls() {
    Given cert = sources.find(SettingKey.CERT_FILE);
    Given key = sources.find(SettingKey.KEY_FILE);
    Given clientCa = sources.find(SettingKey.CLIENT_CA_FILE);
    if (cert == null && key == null) {
      if (clientCa != null) {
        clientCa.value().wrong("alone", SettingKey.CERT_FILE.path() + " and key-file as well");
      }
      return null;
    } else if (cert == null || key == null) {
      SettingKey missing = cert == null ? SettingKey.CERT_FILE : SettingKey.KEY_FILE;
      Given present = cert == null ? key : cert;
      if (present != null && !sources.isWrong(missing.path())) {
        present.value().wrong("alone", missing.path() + " as well");
      }
      return null;
    }
    Path certFile = cert.file();
    Path keyFile = key.file();
    Path caFile = clientCa == null ? null : clientCa.file();
    return certFile == null || keyFile == null ? null : new Settings.Tls(certFile, keyFile, caFile);
  }
}
