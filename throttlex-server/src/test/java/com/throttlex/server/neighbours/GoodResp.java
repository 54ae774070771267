package com.throttlex.server.neighbours;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A Redis client that pipelines commands, each with an answer that no other command has. */
final class GoodResp implements Neighbour {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int MOST_COMMANDS = 20;

  private final Socket socket;
  private final InputStream in;
  private final SplittableRandom random;

  GoodResp(int port, SplittableRandom random) throws IOException {
    this.random = random;
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  @Override
  public void next() throws IOException {
    StringBuilder commands = new StringBuilder();
    List<String> expected = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_COMMANDS);
    for (int i = 0; i < count; i++) {
      String id = Long.toHexString(random.nextLong());
      int cost = 1 + random.nextInt(Users.LIMIT);
      switch (random.nextInt(3)) {
        case 0 -> {
          commands.append("ECHO ").append(id);
          expected.add("$" + id.length() + "\r\n" + id + "\r\n");
        }
        case 1 -> {
          commands.append("TX.CHECK ENDPOINT /good USER ").append(id).append(" COST ").append(cost);
          expected.add("*6\r\n:1\r\n:" + Users.LIMIT + "\r\n:" + (Users.LIMIT - cost) + "\r\n");
        }
        default -> {
          int burst = Users.LIMIT - 1;
          commands.append("CL.THROTTLE ").append(id + " " + burst + " 1 1 " + cost);
          expected.add("*5\r\n:0\r\n:" + Users.LIMIT + "\r\n:" + (Users.LIMIT - cost) + "\r\n");
        }
      }
      commands.append("\r\n");
    }
    socket.getOutputStream().write(commands.toString().getBytes(StandardCharsets.UTF_8));
    for (String answer : expected) {
      read(answer);
    }
  }

  /** Reads an answer that begins so; what follows in its list depends on the time. */
  private void read(String begin) throws IOException {
    byte[] bytes = in.readNBytes(begin.length());
    String heard = new String(bytes, StandardCharsets.UTF_8);
    if (!heard.equals(begin)) {
      throw new AssertionError("RESP: heard \"" + heard + "\" (expected: \"" + begin + "\")");
    }
    int lines = begin.startsWith("*6") ? 4 : begin.startsWith("*5") ? 2 : 0;
    for (int i = 0; i < lines; i++) {
      line();
    }
  }

  private void line() throws IOException {
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed");
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
