package com.throttlex.benchmarks.contest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** A library, by its Maven metadata. */
public final class Library {
  private Library() {}

  /** Returns its version. */
  public static String version(String group, String artifact) throws IOException {
    String name = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
    Properties properties = new Properties();
    try (InputStream in = Library.class.getResourceAsStream(name)) {
      if (in != null) {
        properties.load(in);
      }
    }
    return properties.getProperty("version", "of unknown version");
  }
}
