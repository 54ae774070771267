package com.throttlex.server.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An application that writes single bytes, and can close its connection at any of them. */
public final class RawUpstream implements AutoCloseable {
  private final ServerSocket server;
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();

  /** The behaviour of the application on a connection. */
  public interface Script {
    void run(RawUpstream self, Socket connection) throws IOException;
  }

  private RawUpstream(Script script) throws IOException {
    server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    thread(
        () -> {
          while (!server.isClosed()) {
            Socket connection = server.accept();
            connections.add(connection);
            thread(() -> script.run(this, connection));
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // the other end may close whenever it likes
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  public static RawUpstream start(Script script) throws IOException {
    return new RawUpstream(script);
  }

  /** Starts an application that answers every request on a connection with {@code hi}. */
  public static RawUpstream polite() throws IOException {
    return start(
        (self, connection) -> {
          while (!self.head(connection).isEmpty()) {
            write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
          }
        });
  }

  public static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    connection.getOutputStream().flush();
  }

  /** Reads and records the head of a request; empty when the connection ends. */
  public String head(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String head = "";
    for (int b = in.read(); b >= 0; b = in.read()) {
      bytes.write(b);
      if (b == '\n') {
        head = bytes.toString(StandardCharsets.ISO_8859_1);
        if (head.endsWith("\r\n\r\n")) {
          heads.add(head);
          return head;
        }
      }
    }
    return "";
  }

  /** Returns the heads of all requests so far. */
  public List<String> heads() {
    return heads;
  }

  /** Returns all connections so far. */
  List<Socket> connections() {
    return connections;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
