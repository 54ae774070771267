package com.throttlex.examples.springboot;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Does what a curl command of the README does, with the options that it uses. */
final class Curl {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern LOOP =
      Pattern.compile("for i in \\$\\(seq (\\d+)\\); do (curl .*); done");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private final HttpRequest.Builder request = HttpRequest.newBuilder();
  private String method = "GET";
  private String body = "";
  private boolean showsHead;
  private boolean showsStatusOnly;

  private Curl(List<String> words, int port) {
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-i" -> showsHead = true;
        case "-s" -> {}
        case "-o" -> i++;
        case "-w" -> showsStatusOnly = words.get(++i).equals("%{http_code} ");
        case "-X" -> method = words.get(++i);
        case "-H" -> {
          String[] header = words.get(++i).split(": ", 2);
          request.header(header[0], header[1]);
        }
        case "-d" -> {
          method = "POST";
          body = words.get(++i);
        }
        default -> request.uri(uri(words.get(i), port));
      }
    }
  }

  private static URI uri(String shown, int port) {
    if (!shown.startsWith("localhost:8080/")) {
      throw new AssertionError(shown + " (expected: an option of this class, or a URL)");
    }
    return URI.create("http://" + shown.replace("localhost:8080", "localhost:" + port));
  }

  /** Runs the command and returns its output. */
  static String run(String command, int port) throws Exception {
    Matcher loop = LOOP.matcher(command);
    if (!loop.matches()) {
      return new Curl(words(command), port).send();
    }
    StringBuilder output = new StringBuilder();
    for (int i = 0; i < Integer.parseInt(loop.group(1)); i++) {
      output.append(new Curl(words(loop.group(2)), port).send());
    }
    return output.toString();
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }

  private String send() throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(
            request.method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    if (showsStatusOnly) {
      return answer.statusCode() + " ";
    }
    StringBuilder output = new StringBuilder();
    if (showsHead) {
      output.append("HTTP/1.1 ").append(answer.statusCode()).append('\n');
      answer
          .headers()
          .map()
          .forEach(
              (name, values) ->
                  output.append(name).append(": ").append(values.get(0)).append('\n'));
    }
    return output.append(answer.body()).toString();
  }
}
