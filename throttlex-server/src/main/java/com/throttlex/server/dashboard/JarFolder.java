package com.throttlex.server.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** All files of a folder on the class path, which is in a jar, or in a directory during a build. */
final class JarFolder {
  private JarFolder() {}

  /** Returns the files by their path in the folder, which must have a file of this name. */
  static SortedMap<String, byte[]> read(String folder) throws IOException {
    String known = folder + "index.html";
    URL found = JarFolder.class.getClassLoader().getResource(known);
    if (found == null) {
      throw new IOException(known + ": missing (expected: a resource)");
    }
    return found.openConnection() instanceof JarURLConnection jar
        ? ofJar(jar, folder)
        : ofDirectory(Path.of(URI.create(found.toString())).resolveSibling(""));
  }

  private static SortedMap<String, byte[]> ofJar(JarURLConnection connection, String folder)
      throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.getName().startsWith(folder) && !entry.isDirectory()) {
          try (InputStream content = jar.getInputStream(entry)) {
            files.put(entry.getName().substring(folder.length()), content.readAllBytes());
          }
        }
      }
    }
    return files;
  }

  private static SortedMap<String, byte[]> ofDirectory(Path directory) throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        String path = directory.relativize(file).toString().replace('\\', '/');
        files.put(path, Files.readAllBytes(file));
      }
    }
    return files;
  }
}
