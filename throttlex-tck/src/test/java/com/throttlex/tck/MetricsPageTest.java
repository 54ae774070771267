package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/OPERATIONS.md lists every metric of the code. */
class MetricsPageTest {
  /** A name that is given to a builder or a method, with at least one dot. */
  private static final Pattern METER = Pattern.compile("\\(\\s*\"throttlex\\.([a-z.]{1,60})\"");

  private final SourceTree sources = SourceTree.find();

  @Test
  void metrics_ofTheCode_areOnThePage() {
    String page = sources.text(Path.of("docs", "OPERATIONS.md"));
    Set<String> metrics =
        sources.productCode().stream()
            .filter(source -> source.text().contains("import io.micrometer.core.instrument."))
            .flatMap(source -> METER.matcher(source.text()).results())
            .map(found -> "`throttlex_" + found.group(1).replace('.', '_'))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(metrics).hasSizeGreaterThan(15);
    metrics.removeIf(page::contains);
    assertThat(metrics).as("metrics that docs/OPERATIONS.md does not list").isEmpty();
  }
}
