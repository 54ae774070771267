package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the filter settles a cost that the application puts into a response header. */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class HeaderCostTest {
  @Parameter Container.Kind kind;
  @TempDir Path folder;

  private static RuleBuilder windowed(String id, String limits) {
    return Rule.builder(id).key("global").limits(limits).algorithm(Algorithm.FIXED_WINDOW);
  }

  private Site start() throws Exception {
    AnswerCost header =
        new AnswerCost(AnswerCost.Kind.HEADER, "X-Cost", AnswerCost.OnOverrun.FINISH);
    Site site =
        new Site(
            windowed("requests", "10/1h"),
            windowed("rows", "1000/1h").cost(100).answerCost(header));
    site.filter(new ThrottleXFilter(site.throttlex));
    site.page(
        "/rows",
        (request, response) -> {
          response.setHeader("X-Cost", request.getParameter("rows"));
          response.getWriter().write("rows");
        });
    return site.start(kind, folder);
  }

  private static long left(Site site, String rule) {
    return site.throttlex.inspect(rule + "|global").get(0).remaining();
  }

  @Test
  void cost_inAResponseHeader_isSettled() throws Exception {
    try (Site site = start()) {
      assertThat(site.get("/rows?rows=250").statusCode()).isEqualTo(200);
      assertThat(left(site, "rows")).isEqualTo(750);
      assertThat(left(site, "requests")).isEqualTo(9);
      site.get("/rows?rows=0");
      assertThat(left(site, "rows")).as("0 counts as 1").isEqualTo(749);
      assertThat(left(site, "requests")).isEqualTo(8);
    }
  }

  @Test
  void cost_thatIsMissingOrWrong_isTheEstimate() throws Exception {
    try (Site site = start()) {
      site.get("/ok");
      assertThat(left(site, "rows")).isEqualTo(900);
      site.get("/rows?rows=many");
      assertThat(left(site, "rows")).isEqualTo(800);
      site.get("/rows?rows=-5");
      assertThat(left(site, "rows")).isEqualTo(700);
    }
  }
}
