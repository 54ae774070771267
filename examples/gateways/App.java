import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** The app behind the gateway: says what reached it, to the client and in print. */
class App {
  public static void main(String[] args) throws IOException {
    int port = args.length == 0 ? 9000 : Integer.parseInt(args[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          int length = exchange.getRequestBody().readAllBytes().length;
          String seen =
              exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + length + "\n";
          System.out.print(seen);
          exchange.sendResponseHeaders(200, seen.length());
          try (exchange) {
            exchange.getResponseBody().write(seen.getBytes());
          }
        });
    server.start();
  }
}
