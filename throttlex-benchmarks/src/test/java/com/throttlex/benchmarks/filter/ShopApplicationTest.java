package com.throttlex.benchmarks.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class ShopApplicationTest {
  @ParameterizedTest
  @CsvSource({"WITHOUT, 0", "THROTTLEX, 5", "OLD_HEADERS, 3", "BUCKET4J, 1"})
  void page_withEachFilter_hasSameBodyAndTheHeadersOfThatFilter(Form form, int headers)
      throws Exception {
    try (ConfigurableApplicationContext shop =
        SpringApplication.run(ShopApplication.class, form.arguments(0))) {
      HttpResponse<String> response =
          order(shop.getEnvironment().getRequiredProperty("local.server.port"));
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("Order 4711: 2 books, on the way");
      assertThat(response.headers().map().keySet())
          .filteredOn(name -> name.toLowerCase(Locale.ROOT).contains("ratelimit"))
          .hasSize(headers);
    }
  }

  private static HttpResponse<String> order(String port) throws Exception {
    URI page = URI.create("http://127.0.0.1:" + port + "/api/v1/orders/4711");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(10)).build(),
            BodyHandlers.ofString());
  }
}
