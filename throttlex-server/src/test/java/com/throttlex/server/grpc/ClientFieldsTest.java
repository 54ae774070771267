package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.LimitStatus;
import com.throttlex.protocol.v1.QuotaRequest;
import com.throttlex.protocol.v1.QuotaResponse;
import com.throttlex.protocol.v1.ResetRequest;
import com.throttlex.protocol.v1.ResetResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.AccessLab;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The fields that a client of the service needs in an application. */
class ClientFieldsTest {
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              GrpcLab.fixed("per-user", "10/1m", "user").build(),
              GrpcLab.fixed("per-tenant", "4/1h", "header:X-Tenant").build(),
              Rule.builder("burst")
                  .endpoint("/burst")
                  .key("global")
                  .limits("*", List.of(Rate.parse("10/1s").withBurst(30)))
                  .build(),
              GrpcLab.fixed("trial", "1/1h", "global").endpoint("/trial").mode(Mode.SHADOW).build(),
              Rule.builder("slots")
                  .endpoint("/slow")
                  .key("service")
                  .limits("1/1m")
                  .algorithm(Algorithm.CONCURRENCY)
                  .build()));

  @AfterEach
  void close() {
    lab.close();
  }

  private SettleResponse settle(SettleRequest request) {
    return lab.call(RATE_LIMITER + "Settle", request, SettleResponse.getDefaultInstance());
  }

  @Test
  void slotIsFreedAsCharged_andOtherChargesStand() {
    CheckRequest.Builder slow =
        CheckRequest.newBuilder()
            .setUser("u")
            .setService("s")
            .setEndpoint("/slow")
            .setCost(1)
            .setReserve(true);
    CheckResponse held = lab.check(slow);
    assertThat(held.getAlgorithm()).isEqualTo("concurrency");
    SettleRequest.Builder release =
        SettleRequest.newBuilder().setReservation(held.getReservation()).setAsCharged(true);
    assertThat(settle(release.setCost(-7).build()).getSettled()).isTrue();
    assertThat(settle(release.build()).getSettled()).isFalse();
    assertThat(lab.check(CheckRequest.newBuilder().setUser("u").setCost(0)).getRemaining())
        .isEqualTo(9);
    assertThat(lab.check(slow).getAllowed()).isTrue();
  }

  @Test
  void headersAreCountedBy_whateverTheirCase() {
    assertThat(lab.check(CheckRequest.newBuilder().putHeaders("x-tenant", "a")).getRule())
        .isEqualTo("per-tenant");
    assertThat(lab.check(CheckRequest.newBuilder().putHeaders("X-Tenant", "a")).getRemaining())
        .isEqualTo(2);
    assertThat(lab.check(CheckRequest.newBuilder().putHeaders("x-tenant", "b")).getRemaining())
        .isEqualTo(3);
    assertThat(lab.check(CheckRequest.newBuilder().putHeaders("x-tenant", "")).getRule()).isEmpty();
    QuotaRequest quota = QuotaRequest.newBuilder().putHeaders("x-tenant", "a").build();
    assertThat(
            lab.call(RATE_LIMITER + "GetRemainingQuota", quota, QuotaResponse.getDefaultInstance())
                .getLimits(0)
                .getRemaining())
        .isEqualTo(2);
    ResetRequest reset = ResetRequest.newBuilder().putHeaders("x-tenant", "a").build();
    assertThat(
            lab.callAs(
                    AccessLab.EDITOR,
                    RATE_LIMITER + "ResetLimit",
                    reset,
                    ResetResponse.getDefaultInstance())
                .getReset())
        .isTrue();
  }

  @Test
  void limitsSayHowTheyCount_andWhetherTheyWereExceeded() {
    LimitStatus burst = lab.check(CheckRequest.newBuilder().setEndpoint("/burst")).getLimits(0);
    assertThat(burst.getAlgorithm()).isEqualTo("token-bucket");
    assertThat(burst.getLimit()).isEqualTo(30);
    assertThat(burst.getAmount()).isEqualTo(10);
    lab.check(CheckRequest.newBuilder().setEndpoint("/trial"));
    CheckResponse tried = lab.check(CheckRequest.newBuilder().setEndpoint("/trial"));
    assertThat(tried.getAllowed()).isTrue();
    assertThat(tried.getLimits(0).getShadow()).isTrue();
    assertThat(tried.getLimits(0).getExceeded()).isTrue();
  }
}
