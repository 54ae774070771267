import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Calls an API that limits its clients, and waits as long as the API says. */
class Retry {
  static final int TRIES = 4;
  static final double LONGEST_WAIT = 30;
  static final Pattern MEMBER = Pattern.compile("\"retry_after\": *([0-9.]+)");

  static HttpResponse<String> send(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    for (int left = TRIES; ; ) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      boolean limited = answer.statusCode() == 429 || answer.statusCode() == 503;
      double wait = limited ? seconds(answer) * (1 + ThreadLocalRandom.current().nextDouble() / 4) : 0;
      if (!limited || --left == 0 || wait > LONGEST_WAIT) {
        return answer;
      }
      Thread.sleep((long) (wait * 1000));
    }
  }

  /** Returns the header Retry-After, or else the member retry_after of the body, or else 1. */
  static double seconds(HttpResponse<String> answer) {
    String member =
        MEMBER.matcher(answer.body()).results().findFirst().map((MatchResult m) -> m.group(1)).orElse("1");
    return Double.parseDouble(answer.headers().firstValue("Retry-After").orElse(member));
  }

  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      System.out.println(send(client, request).statusCode());
    }
  }
}
