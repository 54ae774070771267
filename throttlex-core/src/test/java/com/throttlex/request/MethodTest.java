package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodTest {
  @ParameterizedTest
  @ValueSource(strings = {"GET", "M-SEARCH", "x_y", "*", "V1!"})
  void method_ofAnyValidHttpName_isAccepted(String method) {
    assertThat(RequestContext.builder().method(method).build().method())
        .isEqualToIgnoringCase(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"P OST", " GET", "GET/", "GÉT", "GET,POST", "(GET)"})
  void method_notValidInHttp_isAnError(String method) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> RequestContext.builder().method(method).build())
        .withMessageStartingWith("method: ")
        .withMessageEndingWith("(expected: a name such as GET)");
  }
}
