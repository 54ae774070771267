package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The description of a request's fields has all of them, and nothing loses one. */
class RequestFieldTest {
  /** Methods that are not about a field that clients can set. */
  private static final Set<String> INTERNAL =
      Set.of(
          "builder",
          "toBuilder",
          "ipv6Prefix",
          "revocable",
          "metered",
          "passesUnruled",
          "requestId");

  /** Returns a value that a request keeps as it is. */
  private static Object sample(RequestField field) {
    return switch (field.kind()) {
      case NUMBER -> 7L;
      case FLAG -> true;
      case MAP -> Map.of("n", "v");
      case TEXT ->
          Stream.of("x-1", "/x", "203.0.113.9", "high")
              .filter(text -> isKept(field, text))
              .findFirst()
              .orElseThrow();
    };
  }

  private static boolean isKept(RequestField field, String text) {
    try {
      return text.equals(field.get(with(field, text).build()));
    } catch (InvalidRequestException e) {
      return false;
    }
  }

  private static RequestContextBuilder with(RequestField field, Object value) {
    RequestContextBuilder request = RequestContext.builder();
    field.set(request, value);
    return request;
  }

  @Test
  void everyGetterAndSetter_isOfADescribedField() {
    Set<String> described =
        RequestField.ALL.stream()
            .flatMap(
                field ->
                    field.kind() == RequestField.Kind.MAP
                        ? Stream.of(field.text(), field.entryName())
                        : Stream.of(field.text()))
            .collect(Collectors.toSet());
    Stream<String> accessors =
        Stream.of(RequestContext.class, RequestContextBuilder.class)
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .filter(method -> method.getReturnType() != RequestContext.class)
            .map(Method::getName)
            .filter(name -> !INTERNAL.contains(name));
    assertThat(accessors.distinct()).containsExactlyInAnyOrderElementsOf(described);
  }

  @ParameterizedTest
  @EnumSource
  void field_whenSet_isKeptByEveryCopy(RequestField field) {
    RequestContext request = with(field, sample(field)).build();
    assertThat(field.get(RequestContext.builder().build())).isNull();
    assertThat(field.get(request)).isEqualTo(sample(field));
    assertThat(field.get(request.toBuilder().build())).isEqualTo(sample(field));
    if (field != RequestField.TIER) {
      assertThat(field.get(request.withTier("t"))).isEqualTo(sample(field));
    }
    if (field != RequestField.PRIORITY) {
      assertThat(field.get(request.withPriority(Priority.LOW))).isEqualTo(sample(field));
    }
    if (field != RequestField.IDEMPOTENCY_KEY) {
      assertThat(field.get(request.withTakeBack())).isEqualTo(sample(field));
    }
  }

  @Test
  void requestId_isKeptByEveryCopyOfTheEngine_andIsNoPartOfTheFingerprint() {
    RequestContext plain = RequestContext.ofUser("u");
    RequestContext request = plain.withRequestId("r-1");
    assertThat(request.withTier("t").requestId()).isEqualTo("r-1");
    assertThat(request.withPriority(Priority.LOW).requestId()).isEqualTo("r-1");
    assertThat(request.withTakeBack().requestId()).isEqualTo("r-1");
    assertThat(plain.withRequestId(null)).isSameAs(plain);
    assertThat(Fingerprint.of("k", request)).isEqualTo(Fingerprint.of("k", plain));
  }

  @ParameterizedTest
  @EnumSource
  void field_whenSet_changesTheFingerprint(RequestField field) {
    RequestContext request = with(field, sample(field)).build();
    String without = Fingerprint.of("k", RequestContext.builder().build());
    assertThat(Fingerprint.of("k", request).equals(without))
        .isEqualTo(field == RequestField.IDEMPOTENCY_KEY);
  }

  @ParameterizedTest
  @EnumSource
  void maximum_whenExceeded_isAProblemOfTheField(RequestField field) {
    Object tooMuch =
        switch (field.kind()) {
          case NUMBER -> field.maximum() + 1;
          case MAP ->
              Stream.iterate(0, i -> i + 1)
                  .limit(field.maximum() + 1)
                  .collect(Collectors.toMap(i -> "n" + i, i -> "v"));
          default -> "/" + "x".repeat((int) field.maximum());
        };
    if (field.kind() != RequestField.Kind.FLAG) {
      assertThat(problems(field, tooMuch)).hasSize(1).allMatch(p -> p.startsWith(field.text()));
    }
  }

  private static List<String> problems(RequestField field, Object value) {
    try {
      with(field, value).build();
      return List.of();
    } catch (InvalidRequestException e) {
      return e.problems();
    }
  }
}
