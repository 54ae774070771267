package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.programs.Programs;
import com.throttlex.tck.servers.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of every recipe: a real gateway with the recipe's files, the running service, and an
 * app behind them.
 */
abstract class GatewayContract {
  private static final String PATH = "/api/orders";
  private static final String STRANGER = "127.0.0.2";

  private final int port = Ports.free();
  @TempDir Path folder;
  private RunningServer service;
  private AppBehind app;
  private GatewayProcess gateway;

  /** The name of the program, and of the recipe's folder. */
  abstract String name();

  /** The name of the recipe's file. */
  abstract String file();

  /**
   * Returns the recipe with timeouts that are long enough for a busy machine, and with the settings
   * that the gateway needs to run in its own folder.
   */
  abstract String adapted(String recipe);

  /** The command that runs the gateway with the file. */
  abstract List<String> command(Path file);

  /** Returns one of several clients that the gateway distinguishes. */
  abstract Visitor visitor(int number);

  /** Returns the status of a response while the service is unavailable. */
  abstract int statusWithoutService();

  @BeforeEach
  void start() throws Exception {
    app = new AppBehind();
    service = Recipes.serving(folder, Recipes.file(name() + "/rules.yml"));
    Path config = Files.writeString(folder.resolve(file()), adapted(atPorts()));
    gateway = GatewayProcess.start(folder, port, command(config));
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
    service.close();
    app.close();
  }

  /** The executable of the gateway. */
  final String program() {
    return Programs.here().path(name()).toString();
  }

  /** The port of the gateway. */
  final int port() {
    return port;
  }

  private String atPorts() {
    return Recipes.atPorts(service, Recipes.file(name() + "/" + file()))
        .replaceAll("\\b9000\\b", "" + app.port())
        .replaceAll("\\b8000\\b", "" + port);
  }

  private Answer get(Visitor visitor) throws IOException {
    return visitor.get(port, PATH);
  }

  @Test
  void requests_upToTheLimit_reachTheAppAndTheNextIsDenied() throws IOException {
    for (int left = 2; left >= 0; left--) {
      Answer answer = get(visitor(1));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers().get("ratelimit")).startsWith("\"api-per-address\";r=" + left);
      assertThat(answer.headers().get("ratelimit-policy"))
          .startsWith("\"api-per-address\";q=3;w=60");
      assertThat(answer.headers()).doesNotContainKey("retry-after");
    }
    Answer denied = get(visitor(1));
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.headers().get("retry-after")).matches("[1-9]\\d*");
    assertThat(denied.headers().get("ratelimit")).startsWith("\"api-per-address\";r=0");
    checkDenial(denied);
    assertThat(app.seen()).hasSize(3).containsOnly("GET " + PATH + " ");
  }

  /** Checks what only some gateways say of a denial. */
  void checkDenial(Answer denied) {}

  @Test
  void client_besideOneThatIsDenied_isNotAffected() throws IOException {
    for (int i = 0; i < 4; i++) {
      get(visitor(1));
    }
    assertThat(get(visitor(1)).status()).isEqualTo(429);
    assertThat(get(visitor(2)).status()).isEqualTo(200);
  }

  @Test
  void body_ofARequest_reachesTheApp() throws IOException {
    assertThat(visitor(1).post(port, PATH, "some body").status()).isEqualTo(200);
    assertThat(app.seen()).containsExactly("POST " + PATH + " some body");
  }

  @Test
  void client_thatLies_isCountedAsTheOneItIs() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(get(Visitor.lying(STRANGER, i)).status()).isEqualTo(200);
    }
    assertThat(get(Visitor.lying(STRANGER, 3)).status()).isEqualTo(429);
    assertThat(get(Visitor.at(STRANGER)).status()).as("when it tells the truth").isEqualTo(429);
    assertThat(app.seen()).hasSize(3);
  }

  @Test
  void path_withoutARule_hasNoLimitAndNoHeaders() throws IOException {
    for (int i = 0; i < 5; i++) {
      Answer answer = visitor(1).get(port, "/free");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers()).doesNotContainKeys("ratelimit", "ratelimit-policy");
    }
    assertThat(app.seen()).hasSize(5);
  }

  @Test
  void requests_whileTheServiceIsAway_areAnsweredAsThePageSays() throws IOException {
    service.close();
    assertThat(get(visitor(1)).status()).isEqualTo(statusWithoutService());
    assertThat(app.seen()).hasSize(statusWithoutService() == 200 ? 1 : 0);
  }
}
