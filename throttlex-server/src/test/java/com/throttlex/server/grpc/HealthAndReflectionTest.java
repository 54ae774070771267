package com.throttlex.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.throttlex.rule.RuleBook;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Health and reflection as the clients of grpc-java see them. */
class HealthAndReflectionTest {
  private static final List<String> SERVICES =
      List.of(
          "",
          "ratelimit",
          "throttlex.v1.RateLimiter",
          "envoy.service.ratelimit.v3.RateLimitService",
          "envoy.service.rate_limit_quota.v3.RateLimitQuotaService");

  private final GrpcLab lab = GrpcLab.of(RuleBook.EMPTY);
  private final HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(lab.channel);

  @AfterEach
  void close() {
    lab.close();
  }

  private static HealthCheckRequest of(String service) {
    return HealthCheckRequest.newBuilder().setService(service).build();
  }

  private List<ServingStatus> statuses() {
    return SERVICES.stream().map(name -> health.check(of(name)).getStatus()).distinct().toList();
  }

  @Test
  void health_ofAllServices_followsTheServingState() {
    assertThat(statuses()).containsExactly(ServingStatus.SERVING);
    lab.door.serving(false);
    assertThat(statuses()).containsExactly(ServingStatus.NOT_SERVING);
    lab.door.serving(true);
    assertThat(statuses()).containsExactly(ServingStatus.SERVING);
  }

  @Test
  void health_ofAnUnknownService_isNotFound() {
    assertThatThrownBy(() -> health.check(of("other"))).hasMessageContaining("NOT_FOUND");
    assertThat(health.watch(of("other")).next().getStatus())
        .isEqualTo(ServingStatus.SERVICE_UNKNOWN);
  }

  @Test
  void watch_receivesEveryChangeOnce() {
    Iterator<HealthCheckResponse> watch = health.watch(of("ratelimit"));
    assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.SERVING);
    lab.door.serving(true);
    lab.door.serving(false);
    assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
    lab.door.serving(true);
    assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void watch_afterItsConnectionClosed_doesNotBreakAStatusChange() throws Exception {
    health.watch(of("")).next();
    ManagedChannel other = lab.newChannel();
    Iterator<HealthCheckResponse> stillThere = HealthGrpc.newBlockingStub(other).watch(of(""));
    assertThat(stillThere.next().getStatus()).isEqualTo(ServingStatus.SERVING);

    lab.channel.shutdownNow();
    lab.closed.get(10, TimeUnit.SECONDS);
    lab.door.serving(false);

    assertThat(stillThere.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
    assertThat(lab.uncaught()).isEmpty();
    other.shutdownNow();
  }

  private static final class Gathered<T> implements StreamObserver<T> {
    final List<T> items = new ArrayList<>();
    final CompletableFuture<List<T>> all = new CompletableFuture<>();

    @Override
    public void onNext(T item) {
      items.add(item);
    }

    @Override
    public void onError(Throwable failure) {
      all.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      all.complete(items);
    }
  }

  private List<ServerReflectionResponse> reflect(ServerReflectionRequest... requests)
      throws Exception {
    Gathered<ServerReflectionResponse> gathered = new Gathered<>();
    StreamObserver<ServerReflectionRequest> to =
        ServerReflectionGrpc.newStub(lab.channel).serverReflectionInfo(gathered);
    for (ServerReflectionRequest request : requests) {
      to.onNext(request);
    }
    to.onCompleted();
    return gathered.all.get(10, TimeUnit.SECONDS);
  }

  @Test
  void request_thatIsTooLarge_endsOnlyItsStream() {
    String large = "x".repeat(300_000);
    assertThatThrownBy(() -> reflect(symbol(large), symbol(large)))
        .hasMessageContaining("RESOURCE_EXHAUSTED");
    assertThatThrownBy(() -> health.watch(of(large)).next())
        .hasMessageContaining("RESOURCE_EXHAUSTED");
    assertThatThrownBy(() -> health.check(of(large))).hasMessageContaining("RESOURCE_EXHAUSTED");
    assertThat(statuses()).containsExactly(ServingStatus.SERVING);
  }

  private static ServerReflectionRequest symbol(String name) {
    return ServerReflectionRequest.newBuilder().setFileContainingSymbol(name).build();
  }

  @Test
  void reflection_listsTheServices() throws Exception {
    ServerReflectionRequest list = ServerReflectionRequest.newBuilder().setListServices("").build();
    assertThat(reflect(list).get(0).getListServicesResponse().getServiceList())
        .extracting(io.grpc.reflection.v1.ServiceResponse::getName)
        .containsExactlyInAnyOrder(
            "throttlex.v1.RateLimiter",
            "envoy.service.ratelimit.v3.RateLimitService",
            "envoy.service.rate_limit_quota.v3.RateLimitQuotaService",
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection");
  }

  @Test
  void reflection_ofSeveralQuestionsOnOneStream_answersEach() throws Exception {
    List<ServerReflectionResponse> answers =
        reflect(
            symbol("throttlex.v1.RateLimiter.CheckRateLimit"),
            symbol("throttlex.v1.Dimension"),
            symbol("envoy.service.ratelimit.v3.RateLimitResponse.Code"),
            ServerReflectionRequest.newBuilder()
                .setFileByFilename("google/protobuf/struct.proto")
                .build(),
            symbol("no.such.Thing"));
    assertThat(files(answers.get(0))).containsExactly("throttlex/v1/rate_limiter.proto");
    assertThat(files(answers.get(1))).containsExactly("throttlex/v1/rate_limiter.proto");
    assertThat(files(answers.get(2)))
        .contains("envoy/service/ratelimit/v3/rls.proto", "google/protobuf/struct.proto");
    assertThat(files(answers.get(3))).containsExactly("google/protobuf/struct.proto");
    assertThat(answers.get(4).getErrorResponse().getErrorCode()).isEqualTo(5);
  }

  private static List<String> files(ServerReflectionResponse answer) throws Exception {
    List<String> names = new ArrayList<>();
    for (ByteString file : answer.getFileDescriptorResponse().getFileDescriptorProtoList()) {
      names.add(FileDescriptorProto.parseFrom(file).getName());
    }
    return names;
  }

  @Test
  void reflection_underItsAlphaName_answers() throws Exception {
    Gathered<io.grpc.reflection.v1alpha.ServerReflectionResponse> gathered = new Gathered<>();
    @SuppressWarnings("deprecation") // what older clients ask
    io.grpc.reflection.v1alpha.ServerReflectionGrpc.ServerReflectionStub stub =
        io.grpc.reflection.v1alpha.ServerReflectionGrpc.newStub(lab.channel);
    StreamObserver<io.grpc.reflection.v1alpha.ServerReflectionRequest> to =
        stub.serverReflectionInfo(gathered);
    to.onNext(
        io.grpc.reflection.v1alpha.ServerReflectionRequest.newBuilder()
            .setListServices("")
            .build());
    to.onCompleted();
    assertThat(
            gathered
                .all
                .get(10, TimeUnit.SECONDS)
                .get(0)
                .getListServicesResponse()
                .getServiceCount())
        .isEqualTo(6);
  }
}
