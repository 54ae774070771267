package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every format, found by itself, with the fields of its requests. */
class LogFormatsTest {
  private static final String MOMENT = "2026-11-16T08:01:02Z";

  private static Instant time(LogEntry entry) {
    return Instant.ofEpochSecond(0, entry.nanos());
  }

  private static LogOptions with(String format, String... mappings) {
    return new LogOptions(
        format,
        List.of(mappings).stream().map(FieldMapping::parse).toList(),
        LogOptions.DEFAULT_OUT_OF_ORDER,
        null,
        null,
        Set.of("x-tenant"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "203.0.113.9 - u-42 [16/Nov/2026:09:01:02 +0100] \"POST /Orders?x=1 HTTP/1.1\" 201 17"
            + " \"-\" \"curl \\\"8\\\"\"",
        "203.0.113.9 - u-42 [16/Nov/2026:08:01:02 +0000] \"POST /orders/ HTTP/1.1\" 201 -",
        "shop.example:443 203.0.113.9 - u-42 [16/Nov/2026:08:01:02 +0000] \"POST"
            + " http://shop.example/orders HTTP/1.1\" 201 17 \"-\" \"-\"",
        "{\"time_iso8601\":\"2026-11-16T08:01:02+00:00\",\"remote_addr\":\"203.0.113.9\","
            + "\"remote_user\":\"u-42\",\"request\":\"POST /orders HTTP/1.1\",\"status\":\"201\"}",
        "{\"start_time\":\"2026-11-16T08:01:02.000Z\",\"method\":\"POST\",\"path\":\"/orders?a=b\","
            + "\"response_code\":201,\"duration\":12,\"user\":\"u-42\",\"x_forwarded_for\":null,"
            + "\"downstream_remote_address\":\"203.0.113.9:4711\"}",
        "{\"level\":\"info\",\"ts\":1794816062.012,\"msg\":\"handled request\",\"request\":"
            + "{\"remote_ip\":\"10.0.0.1\",\"client_ip\":\"203.0.113.9\",\"method\":\"POST\","
            + "\"uri\":\"/orders\",\"headers\":{\"Accept\":[\"*/*\",\"b\"]}},\"user_id\":\"u-42\","
            + "\"duration\":0.012,\"size\":1,\"status\":201}",
        "{\"ClientAddr\":\"203.0.113.9:1\",\"ClientHost\":\"203.0.113.9\",\"ClientUsername\":"
            + "\"u-42\",\"DownstreamStatus\":201,\"Duration\":12000000,\"RequestMethod\":\"POST\","
            + "\"RequestPath\":\"/orders\",\"StartUTC\":\"2026-11-16T08:01:02Z\","
            + "\"time\":\"2026-11-16T08:01:03Z\"}",
        "{\"time\":1794816062000,\"user\":\"u-42\",\"ip\":\"203.0.113.9\",\"method\":\"post\","
            + "\"endpoint\":\"/orders\",\"status\":201}",
        "time,ip,user,method,path,status\n"
            + "2026-11-16 08:01:02,203.0.113.9,u-42,POST,\"/orders\",201"
      })
  void line_ofEachFormat_isTheSameRequest(String text) {
    LogTexts.Read read = LogTexts.read(text);
    LogEntry entry = read.only();
    RequestContext request = entry.request();

    assertThat(time(entry)).isEqualTo(MOMENT);
    assertThat(request.ip()).isEqualTo("203.0.113.9");
    assertThat(request.user()).isEqualTo("u-42");
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.endpoint()).isEqualTo("/orders");
    assertThat(entry.status()).isEqualTo(201);
    if (text.contains("uration")) {
      assertThat(entry.durationNanos()).isEqualTo(12_000_000);
    }
  }

  @Test
  void recordedCheck_hasAllFieldsOfACheck() {
    RequestContext request =
        LogTexts.read(
                """
                {"time":"2026-11-16T08:01:02Z","apiKey":"ak_1","service":"shop","tier":"pro",\
                "priority":"low","cost":7,"attributes":{"region":"eu\\u00fc"},\
                "headers":{"X-Tenant":"t1"},"idempotencyKey":"i-1","allowed":true,"limits":[{"a":1}]}
                """)
            .only()
            .request();

    assertThat(request.apiKey()).isEqualTo("ak_1");
    assertThat(request.service()).isEqualTo("shop");
    assertThat(request.tier()).isEqualTo("pro");
    assertThat(request.priority()).isEqualTo(Priority.LOW);
    assertThat(request.cost()).isEqualTo(7);
    assertThat(request.attribute("region")).isEqualTo("euü");
    assertThat(request.header("x-tenant")).isEqualTo("t1");
    assertThat(request.idempotencyKey()).isEqualTo("i-1");
  }

  @Test
  void mapping_namesTheFieldInTheLog() {
    String line =
        "{\"time\":1794816062,\"ip\":\"203.0.113.9\",\"http_x_user\":\"u-1\",\"geo\":{\"c\":\"de\"}}";
    RequestContext request =
        LogTexts.read(with("auto", "user=$http_x_user", "attribute:country=geo.c"), line)
            .only()
            .request();

    assertThat(request.user()).isEqualTo("u-1");
    assertThat(request.attribute("country")).isEqualTo("de");
  }

  @Test
  void header_thatRulesUse_isFoundUnderTheNameOfNginx() {
    String format =
        "$remote_addr [$time_local] \"$request\" $status \"$http_x_tenant\" $request_time";
    LogEntry entry =
        LogTexts.read(
                with(format),
                "203.0.113.9 [16/Nov/2026:08:01:02 +0000] \"GET / HTTP/1.1\" 200 \"t\\x22 1\" 0.250")
            .only();

    assertThat(entry.request().header("x-tenant")).isEqualTo("t\" 1");
    assertThat(entry.durationNanos()).isEqualTo(250_000_000);
  }

  @Test
  void format_inApachesForm_isRead() {
    LogEntry entry =
        LogTexts.read(
                with("%h %l %u %t \\\"%r\\\" %>s %b \\\"%{X-API-Key}i\\\" %D"),
                "203.0.113.9 - - [16/Nov/2026:08:01:02 +0000] \"GET /a HTTP/1.1\" 200 1 \"k\" 1500")
            .only();

    assertThat(entry.request().apiKey()).isEqualTo("k");
    assertThat(entry.durationNanos()).isEqualTo(1_500_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"time_iso8601\":\"2026-11-16T08:01:04Z\",\"request_time\":2,\"remote_addr\":\"::1\"}",
        "{\"msec\":1794816064,\"request_time\":2.000,\"remote_addr\":\"::1\"}",
        "{\"ts\":1794816064,\"duration\":2,\"request\":{\"client_ip\":\"::1\"}}",
        "{\"start_time\":\"2026-11-16T08:01:02Z\",\"duration\":2000,\"response_code\":200,"
            + "\"path\":\"/\"}",
        "{\"StartUTC\":\"2026-11-16T08:01:02Z\",\"Duration\":2000000000,\"ClientHost\":\"::1\"}",
        "{\"time\":1794816062,\"duration\":2,\"ip\":\"::1\"}"
      })
  void time_ofEachProgram_isTheStartOfTheRequest(String line) {
    LogEntry entry = LogTexts.read(line).only();

    assertThat(time(entry)).isEqualTo(MOMENT);
    assertThat(entry.durationNanos()).isEqualTo(2_000_000_000L);
  }

  @Test
  void time_ofALineWithFields_isTheEndForNginxAndTheStartForApache() {
    String line = "203.0.113.9 [16/Nov/2026:08:01:02 +0000] 2";
    Instant moment = Instant.parse(MOMENT);

    assertThat(time(LogTexts.read(with("$remote_addr [$time_local] $request_time"), line).only()))
        .isEqualTo(moment.minusSeconds(2));
    assertThat(time(LogTexts.read(with("%h %t %T"), line).only())).isEqualTo(moment);
  }

  @ParameterizedTest
  @ValueSource(strings = {"31/Dec/2016:23:59:60 +0000", "2016-12-31T23:59:60Z"})
  void leapSecond_isTheSecondBeforeIt(String time) {
    LogEntry entry =
        LogTexts.read(with("$ip [$time] $status"), "203.0.113.9 [" + time + "] 200").only();

    assertThat(time(entry)).isEqualTo("2016-12-31T23:59:59Z");
  }

  @Test
  void hostName_countsAsOneAddress() {
    LogTexts.Read read =
        LogTexts.read(
            LogTexts.line(1, "a.example.com", "/")
                + LogTexts.line(2, "b.example.com", "/")
                + LogTexts.line(3, "a.example.com", "/"));

    assertThat(read.entries()).extracting(entry -> entry.request().ip()).doesNotContainNull();
    assertThat(read.entries().get(0).request().ip())
        .isEqualTo(read.entries().get(2).request().ip())
        .isNotEqualTo(read.entries().get(1).request().ip());
    assertThat(read.report().hostNames()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"comined", "%", "$remote_addr$request", "user"})
  void unknownFormat_isRefusedWithTheValue(String format) {
    assertThatThrownBy(() -> LogTexts.read(with(format), "x"))
        .hasMessageContaining(format)
        .hasMessageContaining("expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "user=", "color=$x", "attribute=$x", "user:name=$x"})
  void wrongMapping_isRefusedWithTheValue(String mapping) {
    assertThatThrownBy(() -> FieldMapping.parse(mapping))
        .hasMessageContaining("\"" + mapping + "\"")
        .hasMessageContaining("attribute:NAME");
  }
}
