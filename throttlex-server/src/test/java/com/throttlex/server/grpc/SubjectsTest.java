package com.throttlex.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.throttlex.protocol.RequestMessage;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.QuotaRequest;
import com.throttlex.protocol.v1.ResetRequest;
import com.throttlex.request.RequestField;
import com.throttlex.server.RequestSamples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The messages of gRPC have every field of a request. */
class SubjectsTest {
  private static final Descriptor CHECK = CheckRequest.getDescriptor();

  @ParameterizedTest
  @EnumSource
  void message_ofARequestWithTheField_hasOnlyThatFieldAndIsReadWithIt(RequestField field) {
    Object value = RequestSamples.value(field);
    CheckRequest message = RequestMessage.write(RequestSamples.request(field, value)).build();
    Map<FieldDescriptor, Object> sent = message.getAllFields();
    assertThat(sent.keySet()).containsExactly(CHECK.findFieldByName(field.protoName()));
    assertThat(field.get(new Subjects(64).of(message))).isEqualTo(value);
  }

  @ParameterizedTest
  @EnumSource
  void otherMessages_haveTheFieldByTheSameNumber_unlessTheyCannotUseIt(RequestField field) {
    boolean charges = field == RequestField.COST || field.followsDecision();
    int number = CHECK.findFieldByName(field.protoName()).getNumber();
    for (Descriptor other : List.of(QuotaRequest.getDescriptor(), ResetRequest.getDescriptor())) {
      FieldDescriptor found = other.findFieldByName(field.protoName());
      assertThat(found == null).as(other.getName()).isEqualTo(charges);
      assertThat(found == null ? number : found.getNumber()).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @EnumSource
  void subjectOfAnotherMessage_hasNoFieldThatCharges(RequestField field) {
    CheckRequest message =
        RequestMessage.write(RequestSamples.request(field, RequestSamples.value(field))).build();
    boolean charges = field == RequestField.COST || field.followsDecision();
    assertThat(field.get(new Subjects(64).of(message.toByteString())) == null).isEqualTo(charges);
  }
}
