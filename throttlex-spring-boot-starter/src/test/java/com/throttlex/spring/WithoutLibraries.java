package com.throttlex.spring;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Runs a class as in an application that lacks some of the libraries these tests have. */
public final class WithoutLibraries {
  private WithoutLibraries() {}

  /**
   * Loads a class in a new class loader without some libraries, and calls its static method {@code
   * run}.
   *
   * @param absent matches the paths of the libraries
   * @return the text that the method returns
   */
  public static String run(Pattern absent, Class<?> type) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    URL[] present =
        Arrays.stream(classPath.split(System.getProperty("path.separator")))
            .filter(entry -> !absent.matcher(entry.replace('\\', '/')).matches())
            .map(WithoutLibraries::url)
            .toArray(URL[]::new);
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader bare = new URLClassLoader(present, ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(bare);
      return String.valueOf(bare.loadClass(type.getName()).getMethod("run").invoke(null));
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
