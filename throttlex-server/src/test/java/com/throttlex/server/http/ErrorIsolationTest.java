package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.OverflowingStore;
import com.throttlex.server.RawHttp;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that an error of the JVM closes the connection that caused it, and no other. */
@Timeout(120)
class ErrorIsolationTest {
  private final DoorLab lab = new DoorLab(new OverflowingStore(), 10_000);

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
