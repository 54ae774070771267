package com.throttlex.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestField;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A check to be explained may have every field that has a part in a decision. */
class SentCheckTest {
  private static RequestContext sent(String name, String value) {
    return new SentCheck(Map.of(name, value)).on(RequestContext.builder());
  }

  private static String sample(RequestField field) {
    return switch (field) {
      case IP -> "203.0.113.9";
      case ENDPOINT -> "/x";
      case PRIORITY -> "high";
      default -> "7";
    };
  }

  @ParameterizedTest
  @EnumSource
  void member_ofAFieldThatDecides_isReadAndOthersAreUnknown(RequestField field) {
    boolean map = field.kind() == RequestField.Kind.MAP;
    String name = map ? field.entryName() + ":n" : field.text();
    if (field.followsDecision()) {
      assertThatThrownBy(() -> sent(name, "7"))
          .hasMessageStartingWith(name + ": unknown member (expected: one of user, ip,");
    } else {
      Object expected = map ? Map.of("n", "7") : sample(field);
      assertThat(field.get(sent(name, sample(field))))
          .isEqualTo(field.kind() == RequestField.Kind.NUMBER ? (Object) 7L : expected);
    }
  }
}
