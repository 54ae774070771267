package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that an error of the JVM closes the connection that caused it, and no other. */
@Timeout(120)
class ErrorIsolationTest {
  private final DoorLab lab = new DoorLab(new OverflowingStore(), 10_000);

  /** Fails for a few requests as a JVM does that has no stack left. */
  private static final class OverflowingStore extends ForwardingStore {
    OverflowingStore() {
      super(new MemoryStore(1000));
    }

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      if (charges.get(0).key().text().contains("user=bad")) {
        throw new StackOverflowError("decide");
      }
      return super.decide(charges);
    }

    @Override
    public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
      throw new StackOverflowError("settle");
    }
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private static String check(String user) {
    return "{\"user\":\"" + user + "\",\"endpoint\":\"/five\"}";
  }

  @Test
  void errorOfTheJvm_closesItsConnectionOnly() throws IOException {
    String[][] attacks = {
      {"/api/v1/check", check("bad")},
      {"/api/v1/check/batch", "[" + check("good") + "," + check("bad") + "]"},
      {"/api/v1/settle", "{\"reservation\":\"r\",\"cost\":0}"}
    };
    try (RawHttp bystander = lab.connect()) {
      for (String[] attack : attacks) {
        try (RawHttp attacker = lab.connect()) {
          assertThat(attacker.post(attack[0], attack[1]).isClosed()).isTrue();
        }
        assertThat(bystander.post("/api/v1/check", check("other")).answer().status())
            .isEqualTo(200);
      }
    }
  }
}
