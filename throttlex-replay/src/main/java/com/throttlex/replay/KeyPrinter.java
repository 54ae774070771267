package com.throttlex.replay;

import com.throttlex.key.MaskedKey;
import com.throttlex.replay.log.TrafficLog;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Prints keys, in clear or masked. In clear, names of hosts are in place of their addresses. */
final class KeyPrinter {
  private static final String ADDRESS = "|ip=";

  private final boolean mask;
  private final Function<String, @Nullable String> hostNames;

  private KeyPrinter(boolean mask, Function<String, @Nullable String> hostNames) {
    this.mask = mask;
    this.hostNames = hostNames;
  }

  static KeyPrinter of(ReplayOptions options, TrafficLog log) {
    return new KeyPrinter(options.mask(), log::hostName);
  }

  String print(String key) {
    return mask ? MaskedKey.of(key) : withHostName(key);
  }

  private String withHostName(String key) {
    int from = key.indexOf(ADDRESS);
    if (from < 0) {
      return key;
    }
    int start = from + ADDRESS.length();
    int end = key.indexOf('|', start);
    int stop = end < 0 ? key.length() : end;
    String name = hostNames.apply(key.substring(start, stop));
    return name == null ? key : key.substring(0, start) + name + key.substring(stop);
  }
}
