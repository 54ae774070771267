package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.protocol.envoy.RateLimitStrategy;
import com.throttlex.protocol.envoy.RateLimitUnit;
import com.throttlex.protocol.envoy.TokenBucket;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Our messages and Envoy's own are the same bytes, field by field. */
class OfficialBytesTest {
  /** Younger than the classes that this test compares with. */
  private static final String YOUNG = "is_negative_hits";

  /** Sets every field that ours has on the official message, to values that tell them apart. */
  private static Message filled(Message.Builder official, Descriptor ours, int depth) {
    for (FieldDescriptor field : ours.getFields()) {
      if (field.getName().equals(YOUNG)) {
        continue;
      }
      FieldDescriptor same = official.getDescriptorForType().findFieldByNumber(field.getNumber());
      assertThat(same).as(field.getFullName()).isNotNull();
      assertThat(same.getFullName()).isEqualTo(field.getFullName());
      if (field.isMapField() || depth == 0) {
        continue;
      }
      Object value = value(official, same, field, depth);
      if (same.isRepeated()) {
        official.addRepeatedField(same, value).addRepeatedField(same, value);
      } else {
        official.setField(same, value);
      }
    }
    return official.build();
  }

  private static Object value(
      Message.Builder official, FieldDescriptor field, FieldDescriptor ours, int depth) {
    return switch (field.getJavaType()) {
      case MESSAGE -> filled(official.newBuilderForField(field), ours.getMessageType(), depth - 1);
      case STRING -> "text of " + field.getName();
      case BYTE_STRING -> ByteString.copyFromUtf8(field.getName());
      case BOOLEAN -> true;
      case ENUM -> field.getEnumType().findValueByNumber(2);
      case INT -> -field.getNumber();
      case LONG -> -1000L - field.getNumber();
      case DOUBLE -> 1.5;
      case FLOAT -> 1.5f;
    };
  }

  private static void assertSameBytes(Message.Builder official, Message ours) throws Exception {
    Message theirs = filled(official, ours.getDescriptorForType(), 4);
    Message read = ours.getParserForType().parseFrom(theirs.toByteArray());
    String text = TextFormat.printer().printToString(read);
    assertThat(text).isEqualTo(TextFormat.printer().printToString(theirs));
    assertThat(text).isNotEmpty().doesNotContainPattern("(?m)^ *[0-9]+[:{ ]");
    assertThat(theirs.getParserForType().parseFrom(read.toByteArray())).isEqualTo(theirs);
  }

  @Test
  void requests_areTheSameBytesAsEnvoys() throws Exception {
    assertSameBytes(
        io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest.newBuilder(),
        RateLimitRequest.getDefaultInstance());
  }

  @Test
  void responses_areTheSameBytesAsEnvoys() throws Exception {
    assertSameBytes(
        io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.newBuilder(),
        RateLimitResponse.getDefaultInstance());
  }

  @Test
  void usageReports_areTheSameBytesAsEnvoys() throws Exception {
    assertSameBytes(
        io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports.newBuilder(),
        RateLimitQuotaUsageReports.getDefaultInstance());
  }

  @Test
  void assignments_areTheSameBytesAsEnvoys() throws Exception {
    BucketId id = BucketId.newBuilder().putBucket("name", "web").putBucket("user", "u-1").build();
    RateLimitQuotaResponse ours =
        RateLimitQuotaResponse.newBuilder()
            .addBucketAction(QuotaActions.units(id, Statuses.UNLIMITED, 3))
            .addBucketAction(QuotaActions.deny(id, 4))
            .addBucketAction(QuotaActions.allow(id, 5))
            .addBucketAction(QuotaActions.abandon(id))
            .build();
    var theirs =
        io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.parseFrom(
            ours.toByteArray());
    assertThat(TextFormat.printer().printToString(theirs))
        .isEqualTo(TextFormat.printer().printToString(ours))
        .contains("max_tokens: 4294967295", "blanket_rule: DENY_ALL", "abandon_action", "u-1")
        .doesNotContainPattern("(?m)^ *[0-9]+[:{ ]");
    var action = theirs.getBucketAction(0).getQuotaAssignmentAction();
    assertThat(action.getAssignmentTimeToLive().getSeconds()).isEqualTo(3);
    assertThat(action.getRateLimitStrategy().getTokenBucket().getFillInterval().getSeconds())
        .isGreaterThan(QuotaActions.LONGEST_TTL);
    assertThat(theirs.getBucketAction(2).getQuotaAssignmentAction().getRateLimitStrategy())
        .extracting(io.envoyproxy.envoy.type.v3.RateLimitStrategy::getStrategyCase)
        .isEqualTo(io.envoyproxy.envoy.type.v3.RateLimitStrategy.StrategyCase.BLANKET_RULE);
  }

  @Test
  void strategies_areTheSameBytesAsEnvoys() throws Exception {
    for (var field : RateLimitStrategy.getDescriptor().getFields()) {
      RateLimitStrategy.Builder ours = RateLimitStrategy.newBuilder();
      if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
        ours.setField(field, field.getEnumType().findValueByNumber(1));
      } else {
        ours.setField(field, ours.newBuilderForField(field).build());
      }
      assertThat(
              io.envoyproxy.envoy.type.v3.RateLimitStrategy.parseFrom(ours.build().toByteArray())
                  .getStrategyCase()
                  .getNumber())
          .isEqualTo(field.getNumber());
    }
    assertSameBytes(
        io.envoyproxy.envoy.type.v3.TokenBucket.newBuilder(), TokenBucket.getDefaultInstance());
  }

  @Test
  void isNegativeHits_hasItsFieldNumber() throws Exception {
    byte[] refund = {0x20, 0x01}; // field 4, true
    assertThat(RateLimitDescriptor.parseFrom(refund))
        .isEqualTo(RateLimitDescriptor.newBuilder().setIsNegativeHits(true).build());
  }

  private static Set<String> names(List<EnumValueDescriptor> values) {
    Set<String> names = new TreeSet<>();
    values.forEach(value -> names.add(value.getNumber() + " " + value.getName()));
    return names;
  }

  @Test
  void enums_haveTheSameNumbersAsEnvoys() {
    assertThat(names(RateLimitResponse.Code.getDescriptor().getValues()))
        .isEqualTo(
            names(
                io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code.getDescriptor()
                    .getValues()));
    assertThat(names(RateLimitResponse.RateLimit.Unit.getDescriptor().getValues()))
        .isEqualTo(
            names(
                io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit.Unit
                    .getDescriptor()
                    .getValues()));
    assertThat(names(RateLimitUnit.getDescriptor().getValues()))
        .isEqualTo(names(io.envoyproxy.envoy.type.v3.RateLimitUnit.getDescriptor().getValues()));
  }
}
