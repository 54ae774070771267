package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java snippet of the page: compiled once, and run on demand. */
final class Snippet {
  private static final String IMPORTS =
      """
      import com.throttlex.protocol.v1.*;
      import io.grpc.*;
      import io.grpc.protobuf.ProtoUtils;
      import io.grpc.stub.ClientCalls;
      import io.lettuce.core.RedisClient;
      import io.lettuce.core.codec.StringCodec;
      import io.lettuce.core.output.ArrayOutput;
      import io.lettuce.core.protocol.*;
      import java.net.URI;
      import java.net.http.*;
      import java.time.Duration;
      import java.util.List;
      import java.util.concurrent.TimeUnit;
      import redis.clients.jedis.Jedis;
      """;

  private final Path folder;
  private final String name;

  Snippet(Path folder, String name, String code) throws IOException {
    this.folder = folder;
    this.name = name;
    String body = code + "\nreturn allowed;";
    compile(
        folder,
        Files.writeString(
            folder.resolve(name + ".java"),
            "%s public class %s { public static boolean run() throws Exception {\n%s\n}}"
                .formatted(IMPORTS, name, body)));
  }

  /** Returns the result of the snippet. */
  boolean allowed() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return (boolean) loader.loadClass(name).getMethod("run").invoke(null);
    }
  }

  static void compile(Path folder, Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> options = List.of("-d", folder.toString(), "-cp", classPath, "-proc:none");
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(messages, null, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
  }
}
